<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/** The values of MessageEmailDirection that this release knows; a later server may send others. */
final class MessageEmailDirection
{
    public const INCOMING = 'incoming';
    public const OUTGOING = 'outgoing';
}
