<?php

declare(strict_types=1);

namespace Parley\Exception;

/** 403: the credential may not do this. */
final class PermissionDeniedError extends ApiError
{
}
