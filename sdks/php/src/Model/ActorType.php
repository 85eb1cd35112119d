<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/** The values of ActorType that this release knows; a later server may send others. */
final class ActorType
{
    public const USER = 'user';
    public const API_KEY = 'api_key';
    public const SYSTEM = 'system';
    public const ASSIGNMENT = 'assignment';
}
