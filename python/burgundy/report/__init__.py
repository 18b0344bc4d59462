"""What many recorded games add up to: `gather` sums them, `write` draws and writes a report.

Drawing needs matplotlib, which the extra `burgundy[plot]` installs.
"""

from burgundy.report.folder import write
from burgundy.report.gather import Report, gather, interval

__all__ = ["Report", "gather", "interval", "write"]
