<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/** What the records are grouped by */
final class ReportGroup
{
    public const TEAM = 'team';
    public const ASSIGNEE = 'assignee';
    public const CHANNEL = 'channel';
    public const INBOX = 'inbox';
    public const TAG = 'tag';
}
