"""What is checked, and how each check came out: passed, failed, or not done.

Each is not done until it was: so nothing that is not checked earns a yes.
"""

from contextlib import contextmanager

PASSED, FAILED, NOT_DONE = "passed", "failed", "not done"
NAMES = (
    "bytes",
    "versions",
    "deletions",
    "facts",
    "rules",
    "draw",
    "files",
    "keys",
    "cosigned",
    "rulebook",
    "result",
)


class Checks:
    def __init__(self):
        self.of = dict.fromkeys(NAMES, NOT_DONE)

    def done(self, name, is_done=True):
        """Nothing was found wrong; `is_done` says whether all of it was looked at."""
        if self.of[name] != FAILED:
            self.of[name] = PASSED if is_done else NOT_DONE

    @contextmanager
    def checking(self, *names):
        """Whatever is found wrong in here makes the first of these fail, unless it says which."""
        try:
            yield
        except Exception as why:
            self.of[getattr(why, "of", None) or names[0]] = FAILED
            raise

    def not_done(self):
        return [name for name, state in self.of.items() if state == NOT_DONE]
