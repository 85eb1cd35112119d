<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/** What a job changes: `ticket`, `conversation` or `contact` */
final class JobResource
{
    public const TICKET = 'ticket';
    public const CONVERSATION = 'conversation';
    public const CONTACT = 'contact';
}
