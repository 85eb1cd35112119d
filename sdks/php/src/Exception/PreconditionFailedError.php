<?php

declare(strict_types=1);

namespace Parley\Exception;

use Parley\Core\Model;

/** 412: the record has changed since the version that `ifMatch` names. */
final class PreconditionFailedError extends ApiError
{
    /** The newest record, if an `updateWith` has given up. */
    public ?Model $record = null;
}
