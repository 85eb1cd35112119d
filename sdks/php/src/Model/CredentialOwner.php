<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/** The values of CredentialOwner that this release knows; a later server may send others. */
final class CredentialOwner
{
    public const USER = 'user';
    public const WORKSPACE = 'workspace';
}
