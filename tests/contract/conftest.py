"""The models of all contract tests."""

import pytest
from contract.cases import CASES


@pytest.fixture(scope="module", params=CASES)
def case(request):
    """Every model in turn."""
    return CASES[request.param]


@pytest.fixture(scope="module")
def model(case):
    """The model, fitted once."""
    return case.fit()
