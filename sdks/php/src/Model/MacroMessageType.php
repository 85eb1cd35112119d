<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/** What the text of a macro becomes: a `reply` to the contact, or an internal `note` */
final class MacroMessageType
{
    public const REPLY = 'reply';
    public const NOTE = 'note';
}
