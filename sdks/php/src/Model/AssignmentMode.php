<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/**
 * Who gets the next record of the team: nobody by itself (`manual`), each available member in turn (`round_robin`), or
 * the one with the fewest open records (`least_loaded`)
 */
final class AssignmentMode
{
    public const MANUAL = 'manual';
    public const ROUND_ROBIN = 'round_robin';
    public const LEAST_LOADED = 'least_loaded';
}
