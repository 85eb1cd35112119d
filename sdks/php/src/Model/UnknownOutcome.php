<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/**
 * What becomes of a mail that was handed over without an answer of the server. `hold`: it stays `unknown`; `retry`: it
 * is sent once more after 15 minutes, with the same Message-ID, and may arrive twice
 */
final class UnknownOutcome
{
    public const HOLD = 'hold';
    public const RETRY = 'retry';
}
