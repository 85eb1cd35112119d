"""Lists: pages that are read when they are needed, and changes to follow."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Generator, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from .errors import CallError, ConfigurationError, PaginationError
from .model import Model
from .response import Response
from .sync_transport import run

if TYPE_CHECKING:
    from .._generated.models import Included, PageMeta

T = TypeVar("T", bound=Model)

ITERATION_PAGE_SIZE = 100
MAX_LIST = 10_000
MAX_EMPTY_PAGES = 1_000


@dataclass(frozen=True, slots=True)
class Content(Generic[T]):
    """One page as the server sent it."""

    data: list[T]
    meta: PageMeta
    links: Mapping[str, str | None]
    response: Response


class Listing(Generic[T]):
    """A list with its filters, which each request repeats: a cursor alone would list everything."""

    def __init__(self, fetch: Callable[[Mapping[str, Any]], Awaitable[Content[T]]], query: Mapping[str, Any]) -> None:
        self._fetch = fetch
        self._query = query

    async def first(self) -> Content[T]:
        return await self.at(self._query.get("cursor"))

    async def first_to_iterate(self) -> Content[T]:
        return await self.at(self._query.get("cursor"), self._query.get("per_page") or ITERATION_PAGE_SIZE)

    async def at(self, cursor: str | None, per_page: int | None = None) -> Content[T]:
        """The page at a cursor. An error has the cursor, to continue from."""
        more: dict[str, Any] = {} if per_page is None else {"per_page": per_page}
        if cursor is not None:
            more |= {"cursor": cursor, "page": None}
        try:
            return await self._fetch(more)
        except CallError as error:
            error.cursor = cursor
            raise

    async def after(self, content: Content[T]) -> Content[T] | None:
        cursor = content.meta.next_cursor
        return None if cursor is None else await self.at(cursor, content.meta.per_page)


class Walk(Generic[T]):
    """An iteration over all pages, which ends even if the server repeats itself."""

    def __init__(self, listing: Listing[T]) -> None:
        self._listing = listing
        self._seen: set[str] = set()
        self._empty = 0

    async def after(self, content: Content[T]) -> Content[T] | None:
        cursor = content.meta.next_cursor
        if cursor is None:
            return None
        self._empty = 0 if content.data else self._empty + 1
        if cursor in self._seen or self._empty >= MAX_EMPTY_PAGES:
            error = PaginationError("The list does not end: the server repeats a cursor, or sends empty pages.")
            error.cursor = cursor
            raise error
        self._seen.add(cursor)
        return await self._listing.after(content)


def check_limit(limit: int) -> None:
    if not 0 < limit <= MAX_LIST:
        raise ConfigurationError(f"limit has to be 1 to {MAX_LIST}: iterate over longer lists.")


class _Page(Generic[T]):
    __slots__ = ("_content", "_listing")
    _content: Content[T] | None

    def __init__(self, listing: Listing[T], content: Content[T] | None = None) -> None:
        self._listing = listing
        self._content = content

    def _loaded(self) -> Content[T]:
        if self._content is None:
            raise ConfigurationError("The page has not been read: page = await parley.….list().")
        return self._content

    @property
    def data(self) -> list[T]:
        """The records of this page."""
        return self._loaded().data

    @property
    def meta(self) -> PageMeta:
        """Counts and cursors."""
        return self._loaded().meta

    @property
    def links(self) -> Mapping[str, str | None]:
        """Relative URLs of the first, previous, next and last page."""
        return self._loaded().links

    @property
    def included(self) -> Included | None:
        """The records that `include` asked for."""
        return self._loaded().response.included

    @property
    def _response(self) -> Response:
        return self._loaded().response


class Page(_Page[T]):
    """A page, which iterates over the records of all pages from it on.

    Nothing is sent before `data`, `meta` or the first record is read. An iteration holds one page at a time.
    """

    __slots__ = ()

    def _loaded(self) -> Content[T]:
        if self._content is None:
            self._content = run(self._listing.first())
        return self._content

    def next(self) -> Page[T] | None:
        """The next page, or None behind the last one."""
        content = run(self._listing.after(self._loaded()))
        return None if content is None else Page(self._listing, content)

    def pages(self) -> Iterator[Page[T]]:
        """This page and those behind it."""
        walk = Walk(self._listing)
        content: Content[T] | None = self._content or run(self._listing.first_to_iterate())
        while content:
            yield Page(self._listing, content)
            content = run(walk.after(content))

    def __iter__(self) -> Iterator[T]:
        for page in self.pages():
            yield from page.data

    def to_list(self, *, limit: int) -> list[T]:
        """At most `limit` records, which is 10,000 or less."""
        check_limit(limit)
        return list(islice(self, limit))


class AsyncPage(_Page[T]):
    """A page, which iterates over the records of all pages from it on: `async for ticket in parley.tickets.list()`.

    `await parley.tickets.list()` reads one page, with `data`, `meta` and `links`.
    """

    __slots__ = ()

    def __await__(self) -> Generator[Any, None, AsyncPage[T]]:
        return self._load().__await__()

    async def _load(self) -> AsyncPage[T]:
        if self._content is None:
            self._content = await self._listing.first()
        return self

    async def next(self) -> AsyncPage[T] | None:
        """The next page, or None behind the last one."""
        await self._load()
        content = await self._listing.after(self._loaded())
        return None if content is None else AsyncPage(self._listing, content)

    async def pages(self) -> AsyncGenerator[AsyncPage[T], None]:
        """This page and those behind it."""
        walk = Walk(self._listing)
        content: Content[T] | None = self._content or await self._listing.first_to_iterate()
        while content:
            yield AsyncPage(self._listing, content)
            content = await walk.after(content)

    async def __aiter__(self) -> AsyncGenerator[T, None]:
        async for page in self.pages():
            for record in page.data:
                yield record

    async def to_list(self, *, limit: int) -> list[T]:
        """At most `limit` records, which is 10,000 or less."""
        check_limit(limit)
        records: list[T] = []
        async for record in self:
            records.append(record)
            if len(records) == limit:
                break
        return records


class ChangesBase(Generic[T]):
    """Records in the order of their changes. `resume_cursor` moves on after each page: store it, and continue with it.

    A continued iteration repeats the changes of the last minute, because one may have been committed late; those that
    this object has given before are left out.
    """

    def __init__(self, listing: Listing[T], cursor: str | None) -> None:
        self._listing = listing
        self.resume_cursor = cursor
        self._given: dict[tuple[str, str], None] = {}

    async def _next(self) -> tuple[list[T], str | None, bool]:
        """The new records of the next page, the cursor behind it, and whether it is the last one."""
        content = await self._listing.at(self.resume_cursor, ITERATION_PAGE_SIZE)
        fresh = [one for one in content.data if self._is_new(one)]
        following = content.meta.next_cursor
        if following is not None and following == self.resume_cursor:
            raise PaginationError("The server repeats a cursor.")
        return fresh, following or content.meta.resume_cursor or self.resume_cursor, following is None

    def _is_new(self, record: T) -> bool:
        raw = record.to_dict()
        if "id" not in raw:
            return True
        key = (str(raw["id"]), str(raw.get("updated_at")))
        is_new = key not in self._given
        self._given[key] = None
        if len(self._given) > MAX_LIST:
            del self._given[next(iter(self._given))]
        return is_new


class Changes(ChangesBase[T]):
    __doc__ = ChangesBase.__doc__

    def __iter__(self) -> Iterator[T]:
        is_last = False
        while not is_last:
            records, cursor, is_last = run(self._next())
            yield from records
            self.resume_cursor = cursor


class AsyncChanges(ChangesBase[T]):
    __doc__ = ChangesBase.__doc__

    async def __aiter__(self) -> AsyncIterator[T]:
        is_last = False
        while not is_last:
            records, cursor, is_last = await self._next()
            for record in records:
                yield record
            self.resume_cursor = cursor
