# Generated from the API document by `npm run sdks`. Do not edit.

"""Jobs."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Unpack, overload

from ..._core.client import Resource
from ..._core.model import NotModified
from ..._core.page import AsyncPage, Page
from ..._core.request import AsyncOptions, AsyncReadOptions, Options, ReadOptions
from ..._core.sync_transport import run
from .. import models
from .. import operations as ops

if TYPE_CHECKING:
    from .. import inputs


class JobsResults(Resource):
    def list(
        self, job_id: str, /, *, options: Options | None = None, **query: Unpack[inputs.ListJobResultsQuery]
    ) -> Page[models.JobResult]:
        """List the results of a job.

        Returns a result for each record of the job.

        Requires the scope `tickets:write` or `conversations:write` or `contacts:write`.

        Error codes, besides those of all: invalid_parameter, insufficient_scope, not_found.
        """
        return Page(self._core.listing(ops.LIST_JOB_RESULTS, models.JobResult, (job_id,), query, options))


class Jobs(Resource):
    @cached_property
    def results(self) -> JobsResults:
        return JobsResults(self._core)

    def cancel(self, job_id: str, /, *, options: Options | None = None) -> models.Job:
        """Cancel a job.

        Stops the job after the records that it is changing. What it has changed stays. A job that is finished is not
        changed.

        Requires the scope `tickets:write` or `conversations:write` or `contacts:write`.

        Error codes, besides those of all: insufficient_scope, not_found, idempotency_mismatch, idempotency_in_progress,
        invalid_parameter, outcome_unknown.
        """
        return run(self._core.record(ops.CANCEL_JOB, models.Job, (job_id,), {}, options))

    def create(self, *, options: Options | None = None, **body: Unpack[inputs.CreateJobRequest]) -> models.Job:
        """Create a job.

        Updates many records in the background, each as a bulk update does, with its events. Requires the scope that writes
        the resource, and with `filter` also the one that reads it. The update is checked at once: what no record could take
        is a 422. At most 50000 records may match: a job with more fails with `too_many_records` before it changes anything.
        A workspace has at most 5 jobs in each mode that are not finished; beyond that, `too_many_items` is returned. Jobs
        and their results are kept for 30 days.

        Requires the scope `tickets:write` or `conversations:write` or `contacts:write`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        idempotency_mismatch, idempotency_in_progress, invalid_parameter, read_only_parameter, missing_parameter,
        too_many_items, outcome_unknown.
        """
        return run(self._core.record(ops.CREATE_JOB, models.Job, (), body, options))

    def list(self, *, options: Options | None = None, **query: Unpack[inputs.ListJobsQuery]) -> Page[models.Job]:
        """List jobs.

        Returns the jobs of the last 30 days, newest first by default. Jobs are seen by the user who made them, and by
        admins and API keys.

        Requires the scope `tickets:write` or `conversations:write` or `contacts:write`.

        Error codes, besides those of all: invalid_parameter, insufficient_scope.
        """
        return Page(self._core.listing(ops.LIST_JOBS, models.Job, (), query, options))

    @overload
    def get(self, job_id: str, /, *, options: Options | None = None) -> models.Job: ...
    @overload
    def get(self, job_id: str, /, *, options: ReadOptions) -> models.Job | NotModified: ...
    def get(self, job_id: str, /, *, options: ReadOptions | Options | None = None) -> models.Job | NotModified:
        """Retrieve a job.

        Requires the scope `tickets:write` or `conversations:write` or `contacts:write`.

        Error codes, besides those of all: insufficient_scope, not_found.
        """
        return run(self._core.read(ops.GET_JOB, models.Job, (job_id,), {}, options))


class AsyncJobsResults(Resource):
    def list(
        self, job_id: str, /, *, options: AsyncOptions | None = None, **query: Unpack[inputs.ListJobResultsQuery]
    ) -> AsyncPage[models.JobResult]:
        """List the results of a job.

        Returns a result for each record of the job.

        Requires the scope `tickets:write` or `conversations:write` or `contacts:write`.

        Error codes, besides those of all: invalid_parameter, insufficient_scope, not_found.
        """
        return AsyncPage(self._core.listing(ops.LIST_JOB_RESULTS, models.JobResult, (job_id,), query, options))


class AsyncJobs(Resource):
    @cached_property
    def results(self) -> AsyncJobsResults:
        return AsyncJobsResults(self._core)

    async def cancel(self, job_id: str, /, *, options: AsyncOptions | None = None) -> models.Job:
        """Cancel a job.

        Stops the job after the records that it is changing. What it has changed stays. A job that is finished is not
        changed.

        Requires the scope `tickets:write` or `conversations:write` or `contacts:write`.

        Error codes, besides those of all: insufficient_scope, not_found, idempotency_mismatch, idempotency_in_progress,
        invalid_parameter, outcome_unknown.
        """
        return await self._core.record(ops.CANCEL_JOB, models.Job, (job_id,), {}, options)

    async def create(self, *, options: AsyncOptions | None = None, **body: Unpack[inputs.CreateJobRequest]) -> models.Job:
        """Create a job.

        Updates many records in the background, each as a bulk update does, with its events. Requires the scope that writes
        the resource, and with `filter` also the one that reads it. The update is checked at once: what no record could take
        is a 422. At most 50000 records may match: a job with more fails with `too_many_records` before it changes anything.
        A workspace has at most 5 jobs in each mode that are not finished; beyond that, `too_many_items` is returned. Jobs
        and their results are kept for 30 days.

        Requires the scope `tickets:write` or `conversations:write` or `contacts:write`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        idempotency_mismatch, idempotency_in_progress, invalid_parameter, read_only_parameter, missing_parameter,
        too_many_items, outcome_unknown.
        """
        return await self._core.record(ops.CREATE_JOB, models.Job, (), body, options)

    def list(self, *, options: AsyncOptions | None = None, **query: Unpack[inputs.ListJobsQuery]) -> AsyncPage[models.Job]:
        """List jobs.

        Returns the jobs of the last 30 days, newest first by default. Jobs are seen by the user who made them, and by
        admins and API keys.

        Requires the scope `tickets:write` or `conversations:write` or `contacts:write`.

        Error codes, besides those of all: invalid_parameter, insufficient_scope.
        """
        return AsyncPage(self._core.listing(ops.LIST_JOBS, models.Job, (), query, options))

    @overload
    async def get(self, job_id: str, /, *, options: AsyncOptions | None = None) -> models.Job: ...
    @overload
    async def get(self, job_id: str, /, *, options: AsyncReadOptions) -> models.Job | NotModified: ...
    async def get(self, job_id: str, /, *, options: AsyncReadOptions | AsyncOptions | None = None) -> models.Job | NotModified:
        """Retrieve a job.

        Requires the scope `tickets:write` or `conversations:write` or `contacts:write`.

        Error codes, besides those of all: insufficient_scope, not_found.
        """
        return await self._core.read(ops.GET_JOB, models.Job, (job_id,), {}, options)
