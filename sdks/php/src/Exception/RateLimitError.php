<?php

declare(strict_types=1);

namespace Parley\Exception;

/** 429: too many requests; see retryAfter. */
final class RateLimitError extends ApiError
{
}
