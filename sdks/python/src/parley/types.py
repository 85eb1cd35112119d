"""Records that the API returns, words with a fixed set of values, and dictionaries that the methods take."""

from ._generated.enums import *  # noqa: F403
from ._generated.inputs import *  # noqa: F403
from ._generated.models import *  # noqa: F403
