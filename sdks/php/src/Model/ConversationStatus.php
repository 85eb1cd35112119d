<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/** Current status of the conversation */
final class ConversationStatus
{
    public const OPEN = 'open';
    public const PENDING = 'pending';
    public const CLOSED = 'closed';
}
