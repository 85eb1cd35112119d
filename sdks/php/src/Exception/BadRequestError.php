<?php

declare(strict_types=1);

namespace Parley\Exception;

/** 400: the server could not read the request. */
final class BadRequestError extends ApiError
{
}
