<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/** How the mailbox signs in */
final class TransportAuthentication
{
    public const NONE = 'none';
    public const PASSWORD = 'password';
    public const OAUTH2 = 'oauth2';
}
