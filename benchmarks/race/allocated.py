"""How many bytes the process has allocated, as the C library of GNU counts them."""

import ctypes
import gc

# Without these, what Python allocates in its own way is not counted, and what a thread keeps for later is.
ENVIRONMENT = {"PYTHONMALLOC": "malloc", "GLIBC_TUNABLES": "glibc.malloc.tcache_count=0"}


class Mallinfo2(ctypes.Structure):
    """Its counters."""

    _fields_ = [
        ("arena", ctypes.c_size_t),
        ("free_blocks", ctypes.c_size_t),
        ("free_fast_blocks", ctypes.c_size_t),
        ("mapped_blocks", ctypes.c_size_t),
        ("mapped_bytes", ctypes.c_size_t),
        ("unused", ctypes.c_size_t),
        ("free_fast_bytes", ctypes.c_size_t),
        ("used_bytes", ctypes.c_size_t),
        ("free_bytes", ctypes.c_size_t),
        ("top_bytes", ctypes.c_size_t),
    ]


def allocated() -> int:
    """Count what is in use now; AttributeError where there is another C library, or an old one."""
    gc.collect()
    mallinfo2 = ctypes.CDLL(None).mallinfo2
    mallinfo2.restype = Mallinfo2
    counters = mallinfo2()
    return counters.used_bytes + counters.mapped_bytes
