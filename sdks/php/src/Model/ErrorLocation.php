<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/** The values of ErrorLocation that this release knows; a later server may send others. */
final class ErrorLocation
{
    public const BODY = 'body';
    public const QUERY = 'query';
    public const HEADER = 'header';
    public const PATH = 'path';
}
