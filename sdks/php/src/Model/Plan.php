<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/** The values of Plan that this release knows; a later server may send others. */
final class Plan
{
    public const STARTER = 'starter';
    public const PROFESSIONAL = 'professional';
    public const BUSINESS = 'business';
    public const UNLIMITED = 'unlimited';
}
