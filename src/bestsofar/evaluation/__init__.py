"""Measuring what models are worth."""

from bestsofar.evaluation.curve import AnytimeCurve, anytime_curve
from bestsofar.evaluation.prequential import Report, prequential

__all__ = ["AnytimeCurve", "Report", "anytime_curve", "prequential"]
