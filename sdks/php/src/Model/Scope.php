<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/** The values of Scope that this release knows; a later server may send others. */
final class Scope
{
    public const CONVERSATIONS_READ = 'conversations:read';
    public const CONVERSATIONS_WRITE = 'conversations:write';
    public const CONTACTS_READ = 'contacts:read';
    public const CONTACTS_WRITE = 'contacts:write';
    public const TICKETS_READ = 'tickets:read';
    public const TICKETS_WRITE = 'tickets:write';
    public const USERS_READ = 'users:read';
    public const USERS_WRITE = 'users:write';
    public const FILES_READ = 'files:read';
    public const FILES_WRITE = 'files:write';
    public const VIEWS_READ = 'views:read';
    public const VIEWS_WRITE = 'views:write';
    public const NOTIFICATIONS_MANAGE = 'notifications:manage';
    public const MACROS_READ = 'macros:read';
    public const MACROS_WRITE = 'macros:write';
    public const WEBHOOKS_MANAGE = 'webhooks:manage';
    public const MAILBOXES_MANAGE = 'mailboxes:manage';
}
