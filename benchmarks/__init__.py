"""What bestsofar promises in figures: `python -m benchmarks` lists them, `python -m benchmarks NAME` measures one."""
