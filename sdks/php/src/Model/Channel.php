<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/** Channel through which the contact writes */
final class Channel
{
    public const EMAIL = 'email';
    public const CHAT = 'chat';
    public const FORM = 'form';
    public const API = 'api';
}
