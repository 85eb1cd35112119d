<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/** The values of IncomingMailType that this release knows; a later server may send others. */
final class IncomingMailType
{
    public const ORDINARY = 'ordinary';
    public const AUTOMATIC = 'automatic';
    public const BULK = 'bulk';
    public const BOUNCE = 'bounce';
    public const COMPLAINT = 'complaint';
    public const RECEIPT = 'receipt';
    public const OWN_COPY = 'own_copy';
}
