<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/** Resource type to search; all by default */
final class SearchType
{
    public const CONVERSATION = 'conversation';
    public const CONTACT = 'contact';
    public const TICKET = 'ticket';
}
