<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/** What a view lists: `ticket` or `conversation` */
final class ViewResource
{
    public const TICKET = 'ticket';
    public const CONVERSATION = 'conversation';
}
