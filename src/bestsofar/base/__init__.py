"""What all models share: queries, answers, budgets."""

from bestsofar.base.all_or_nothing import AllOrNothing
from bestsofar.base.answer import Answer
from bestsofar.base.classifier import AnytimeClassifier
from bestsofar.base.query import Query
from bestsofar.base.records import Record, Records

__all__ = ["AllOrNothing", "Answer", "AnytimeClassifier", "Query", "Record", "Records"]
