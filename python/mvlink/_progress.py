"""How far a fit is: what `callback` receives and `verbose` prints."""

from typing import NamedTuple


class Progress(NamedTuple):
    """Progress of a fit after an iteration: what `callback` receives."""

    round: int
    max_rounds: int
    objective: float
    start: int = 0  # which of several starts, from 0
    starts: int = 1
    phase: str = ""  # "sample", "assign", ..; empty in the rounds of the method itself

    @property
    def share(self) -> float:
        """Share of the iterations of all starts that are done; a start that converges early skips the rest of its own."""
        rounds = self.round / self.max_rounds if self.max_rounds > 0 else 0.0
        return min(1.0, (self.start + rounds) / max(self.starts, 1))


def described(progress):
    phase = f"{progress.phase}, " if progress.phase else ""
    start = f"start {progress.start + 1} of {progress.starts}, " if progress.starts > 1 else ""
    place = f"{phase}{start}iteration {progress.round} of at most {progress.max_rounds}"
    return f"{place} ({progress.share:.0%}): objective {progress.objective:.6g}"
