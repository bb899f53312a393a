"""Models of this package in other libraries, and the other way round."""
