"""Records: typed readers over the JSON object that the server sent, which is kept as it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, cast, overload

if TYPE_CHECKING:
    from .response import Response

T = TypeVar("T")
D = TypeVar("D")
M = TypeVar("M")


class field(Generic[T]):
    """A field of a record, read as `T`: as it is, or with its objects as records of `model()`.

    A field that the server did not send reads as None. A name that Python reserves has an underscore behind it.
    """

    __slots__ = ("_model", "_name")

    def __init__(self, model: Callable[[], type[Model]] | None = None) -> None:
        self._model = model

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name.removesuffix("_")

    @overload
    def __get__(self, record: None, owner: type) -> field[T]: ...
    @overload
    def __get__(self, record: Model, owner: type) -> T: ...
    def __get__(self, record: Model | None, owner: type) -> T | field[T]:
        if record is None:
            return self
        value = record._raw.get(self._name)  # pyright: ignore[reportPrivateUsage]
        return cast(T, value if self._model is None else self._wrap(self._model(), value))

    def _wrap(self, model: type[Model], value: Any) -> Any:
        if isinstance(value, dict):
            return model(cast("dict[str, Any]", value))
        if isinstance(value, list):
            return [self._wrap(model, one) for one in cast("list[Any]", value)]
        return value


class map_field(field[T]):
    """A field with an object from text to records of `model()`."""

    __slots__ = ()

    def _wrap(self, model: type[Model], value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        return {key: super(map_field, self)._wrap(model, one) for key, one in cast("dict[str, Any]", value).items()}


class Model:
    """A record. `record.name` reads a documented field, `record["name"]` any; what the server did not send is None."""

    __slots__ = ("_raw", "_response")
    _raw: dict[str, Any]
    _response: Response | None

    def __init__(self, raw: dict[str, Any], response: Response | None = None) -> None:
        self._raw = raw
        self._response = response

    def to_dict(self) -> dict[str, Any]:
        """The JSON object as the server sent it, with fields and values that this release does not know."""
        return self._raw

    def __getitem__(self, name: str) -> Any:
        return self._raw.get(name)

    def __contains__(self, name: object) -> bool:
        return name in self._raw

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Model) and type(other) is type(self) and other._raw == self._raw

    __hash__: ClassVar[None]  # type: ignore[assignment]

    def __reduce__(self) -> tuple[type[Model], tuple[dict[str, Any]]]:
        return type(self), (self._raw,)

    def __repr__(self) -> str:
        # Other fields may be secrets, such as that of a webhook or the link of an invitation.
        identity = self._raw.get("id")
        return f"<{type(self).__name__} {identity}>" if identity else f"<{type(self).__name__}>"


class Result(Generic[D, M]):
    """An answer with `data` and `meta`: of a bulk update, an upsert or a search."""

    __slots__ = ("_response", "data", "meta")

    def __init__(self, data: D, meta: M, response: Response | None = None) -> None:
        self.data: D = data
        self.meta: M = meta
        self._response = response


def by_prefix(models: Mapping[str, Callable[[dict[str, Any]], M]]) -> Callable[[dict[str, Any]], M]:
    """Makes the records of a list that has several kinds: the prefix of the id tells which one is which."""

    def make(data: dict[str, Any]) -> M:
        return models[str(data["id"]).partition("_")[0]](data)

    return make


class Deleted:
    """A deletion. `already_gone`: an earlier attempt of this call, whose answer was lost, may have done it."""

    __slots__ = ("_response", "already_gone")

    def __init__(self, already_gone: bool, response: Response | None = None) -> None:
        self.already_gone: bool = already_gone
        self._response = response


class NotModified:
    """The record still has the version that `if_none_match` named."""

    __slots__ = ("_response",)

    def __init__(self, response: Response | None = None) -> None:
        self._response = response


def response_of(result: object) -> Response:
    """The answer that a result of a method came with: status, headers, ETag, rate limit, attempts.

    Raises ValueError for what no method returned, such as a record inside another one or out of a list.
    """
    response = getattr(result, "_response", None)
    if response is None:
        raise ValueError("This object did not come as an answer of its own.")
    return cast("Response", response)


def parse_time(text: str) -> datetime:
    """The instant of a timestamp such as `2026-11-28T09:30:00.123Z`, with its time zone, to the microsecond."""
    return datetime.fromisoformat(text)
