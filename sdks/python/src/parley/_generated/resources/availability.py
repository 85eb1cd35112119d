# Generated from the API document by `npm run sdks`. Do not edit.

"""Availability."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from ..._core.client import Resource
from ..._core.request import AsyncOptions, Options
from ..._core.sync_transport import run
from .. import models
from .. import operations as ops

if TYPE_CHECKING:
    from .. import inputs


class Availability(Resource):
    def update(self, *, options: Options | None = None, **body: Unpack[inputs.UpdateAvailabilityRequest]) -> models.User:
        """Change the availability of the current user.

        Says whether the teams of the user may assign records to them; of an API key, the user is its creator. Admins change
        the availability of others by `PATCH /v1/users/{user_id}`. Returns 403 for test keys, because live and test mode
        share users.

        Requires the scope `conversations:write`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        mode_forbidden, idempotency_mismatch, idempotency_in_progress, invalid_parameter, read_only_parameter,
        missing_parameter, outcome_unknown.
        """
        return run(self._core.record(ops.UPDATE_AVAILABILITY, models.User, (), body, options))


class AsyncAvailability(Resource):
    async def update(
        self, *, options: AsyncOptions | None = None, **body: Unpack[inputs.UpdateAvailabilityRequest]
    ) -> models.User:
        """Change the availability of the current user.

        Says whether the teams of the user may assign records to them; of an API key, the user is its creator. Admins change
        the availability of others by `PATCH /v1/users/{user_id}`. Returns 403 for test keys, because live and test mode
        share users.

        Requires the scope `conversations:write`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        mode_forbidden, idempotency_mismatch, idempotency_in_progress, invalid_parameter, read_only_parameter,
        missing_parameter, outcome_unknown.
        """
        return await self._core.record(ops.UPDATE_AVAILABILITY, models.User, (), body, options)
