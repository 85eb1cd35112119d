<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/** Role, which limits what the user and their tokens may do */
final class UserRole
{
    public const ADMIN = 'admin';
    public const AGENT = 'agent';
    public const VIEWER = 'viewer';
}
