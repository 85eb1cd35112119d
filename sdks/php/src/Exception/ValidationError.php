<?php

declare(strict_types=1);

namespace Parley\Exception;

/** 422: a value of the request is not acceptable; see param and details. */
class ValidationError extends ApiError
{
}
