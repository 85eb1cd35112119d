<?php

declare(strict_types=1);

namespace Parley\Exception;

/** 409 idempotency_mismatch: the idempotency key was used for another request. */
final class IdempotencyMismatchError extends ConflictError
{
}
