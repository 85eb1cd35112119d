<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/**
 * Account status. Users are `invited` until they have chosen a password; only `active` ones can sign in and be assigned
 */
final class UserStatus
{
    public const ACTIVE = 'active';
    public const INVITED = 'invited';
    public const INACTIVE = 'inactive';
}
