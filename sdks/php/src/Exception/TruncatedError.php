<?php

declare(strict_types=1);

namespace Parley\Exception;

/** The connection ended before the answer did. */
final class TruncatedError extends ConnectionError
{
}
