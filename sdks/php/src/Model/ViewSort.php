<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/** Field to sort by, one of those of the list of the resource */
final class ViewSort
{
    public const CREATED_AT = 'created_at';
    public const UPDATED_AT = 'updated_at';
    public const PRIORITY = 'priority';
    public const STATUS = 'status';
    public const FIRST_RESPONSE_DUE = 'first_response_due';
    public const LAST_MESSAGE_AT = 'last_message_at';
}
