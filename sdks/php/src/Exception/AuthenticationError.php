<?php

declare(strict_types=1);

namespace Parley\Exception;

/** 401: the credential is missing, unknown or revoked. */
class AuthenticationError extends ApiError
{
}
