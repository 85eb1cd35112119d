<?php

declare(strict_types=1);

namespace Parley\Exception;

/** What every error of this library is. */
abstract class ParleyError extends \RuntimeException
{
    /** The stack trace is left out: it may refer to what cannot be serialized, such as closures. */
    public function __sleep(): array
    {
        return array_keys(get_object_vars($this));
    }
}
