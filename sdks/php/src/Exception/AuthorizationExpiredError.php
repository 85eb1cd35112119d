<?php

declare(strict_types=1);

namespace Parley\Exception;

/** The refresh token is used, expired or revoked: the user has to sign in again. */
final class AuthorizationExpiredError extends ParleyError
{
}
