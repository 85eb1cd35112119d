<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/** The values of WebhookDisabledReason that this release knows; a later server may send others. */
final class WebhookDisabledReason
{
    public const GONE = 'gone';
    public const FAILING = 'failing';
    public const MANUAL = 'manual';
    public const REVOKED = 'revoked';
}
