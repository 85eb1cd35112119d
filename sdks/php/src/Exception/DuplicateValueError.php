<?php

declare(strict_types=1);

namespace Parley\Exception;

/** 422 duplicate_value: another record has this value. */
final class DuplicateValueError extends ValidationError
{
}
