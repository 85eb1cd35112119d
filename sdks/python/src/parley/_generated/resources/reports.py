# Generated from the API document by `npm run sdks`. Do not edit.

"""Reports."""

from __future__ import annotations

import builtins
from typing import TYPE_CHECKING, Unpack

from ..._core.client import Resource
from ..._core.model import Result
from ..._core.request import AsyncOptions, Options
from ..._core.sync_transport import run
from .. import models
from .. import operations as ops

if TYPE_CHECKING:
    from .. import inputs


class Reports(Resource):
    def get(
        self, metric: str, /, *, options: Options | None = None, **query: Unpack[inputs.GetReportsQuery]
    ) -> Result[builtins.list[models.ReportPoint], models.ReportMeta]:
        """Retrieve a report.

        Measures the tickets or conversations of the mode of the credential. The points are in the order of time and group:
        one for each interval, or for each interval and group that occurs, zeros included. What is counted has the team,
        assignee, inbox and tags that the record had at that moment; a record with several tags is counted in each. Reports
        follow changes within a second or so, and have at most 5000 points: more are 422. Merged and deleted records are not
        counted. With `Accept: text/csv` the points are returned as CSV (RFC 4180).

        Requires the scope `tickets:read` or `conversations:read`.

        Error codes, besides those of all: insufficient_scope, not_found, invalid_parameter, missing_parameter.
        """
        return run(self._core.results(ops.GET_REPORTS, models.ReportPoint, models.ReportMeta, (metric,), query, options))


class AsyncReports(Resource):
    async def get(
        self, metric: str, /, *, options: AsyncOptions | None = None, **query: Unpack[inputs.GetReportsQuery]
    ) -> Result[builtins.list[models.ReportPoint], models.ReportMeta]:
        """Retrieve a report.

        Measures the tickets or conversations of the mode of the credential. The points are in the order of time and group:
        one for each interval, or for each interval and group that occurs, zeros included. What is counted has the team,
        assignee, inbox and tags that the record had at that moment; a record with several tags is counted in each. Reports
        follow changes within a second or so, and have at most 5000 points: more are 422. Merged and deleted records are not
        counted. With `Accept: text/csv` the points are returned as CSV (RFC 4180).

        Requires the scope `tickets:read` or `conversations:read`.

        Error codes, besides those of all: insufficient_scope, not_found, invalid_parameter, missing_parameter.
        """
        return await self._core.results(ops.GET_REPORTS, models.ReportPoint, models.ReportMeta, (metric,), query, options)
