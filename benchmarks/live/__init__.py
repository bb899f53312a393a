"""Benchmarks that run by the clock, on all cores."""
