<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/** Type of the author */
final class AuthorType
{
    public const CONTACT = 'contact';
    public const USER = 'user';
}
