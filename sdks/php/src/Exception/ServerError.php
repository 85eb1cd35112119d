<?php

declare(strict_types=1);

namespace Parley\Exception;

/** 5xx: the server, or a proxy before it, failed. */
class ServerError extends ApiError
{
}
