<?php

declare(strict_types=1);

namespace Parley\Exception;

/** 404: there is no such record in this workspace and mode. */
final class NotFoundError extends ApiError
{
}
