<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/** Record to return beside it */
final class ConversationInclude
{
    public const CONTACT = 'contact';
    public const LAST_MESSAGE = 'last_message';
    public const ASSIGNEE = 'assignee';
}
