<?php

declare(strict_types=1);

namespace Parley\Exception;

/** 409 idempotency_in_progress: the first request with this key is still running. */
final class IdempotencyInProgressError extends ConflictError
{
}
