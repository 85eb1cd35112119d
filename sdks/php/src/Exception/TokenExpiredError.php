<?php

declare(strict_types=1);

namespace Parley\Exception;

/** 401 token_expired: the token was valid once. */
final class TokenExpiredError extends AuthenticationError
{
}
