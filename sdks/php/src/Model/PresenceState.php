<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/** What the user does in the conversation: reads it, or writes a message */
final class PresenceState
{
    public const VIEWING = 'viewing';
    public const COMPOSING = 'composing';
}
