<?php

declare(strict_types=1);

namespace Parley\Exception;

/** The server repeats a cursor, or answers empty pages without an end. */
final class PaginationError extends ParleyError
{
}
