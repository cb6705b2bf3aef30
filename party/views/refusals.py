"""What a page says of a verb: that it was done, or why not."""

from types import TracebackType
from typing import Self

from django.contrib import messages
from django.http import HttpRequest

from party.values.refusals import Refused


class Attempt:
    """Run a verb; the next page says `done`, or each reason why it was refused."""

    def __init__(self, request: HttpRequest, *, done: str = "") -> None:
        self.request, self.words = request, done
        self.done = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        error: BaseException | None,
        _trace: TracebackType | None,
    ) -> bool:
        if isinstance(error, Refused):
            for fault in error.faults:
                messages.error(self.request, fault.text)
            return True
        self.done = error is None
        if self.done and self.words:
            messages.success(self.request, self.words)
        return False
