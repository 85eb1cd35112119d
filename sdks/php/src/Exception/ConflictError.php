<?php

declare(strict_types=1);

namespace Parley\Exception;

/** 409: the idempotency key was used before. */
class ConflictError extends ApiError
{
}
