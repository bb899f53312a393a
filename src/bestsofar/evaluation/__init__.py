"""Measuring models."""

from bestsofar.evaluation.curve import AnytimeCurve, anytime_curve
from bestsofar.evaluation.prequential import prequential
from bestsofar.evaluation.report import Report

__all__ = ["AnytimeCurve", "Report", "anytime_curve", "prequential"]
