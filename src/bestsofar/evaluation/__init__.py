"""Measuring what models are worth."""

from bestsofar.evaluation.curve import AnytimeCurve, anytime_curve

__all__ = ["AnytimeCurve", "anytime_curve"]
