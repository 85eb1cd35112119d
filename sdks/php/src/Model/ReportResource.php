<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/** What is counted: tickets or conversations */
final class ReportResource
{
    public const TICKET = 'ticket';
    public const CONVERSATION = 'conversation';
}
