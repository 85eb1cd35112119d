<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/** The channel that the connector attaches; `custom` for any other */
final class ConnectionType
{
    public const CUSTOM = 'custom';
    public const SMS = 'sms';
    public const WHATSAPP = 'whatsapp';
    public const MESSENGER = 'messenger';
    public const INSTAGRAM = 'instagram';
    public const TELEGRAM = 'telegram';
    public const LINE = 'line';
    public const CHAT = 'chat';
}
