<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** A saved list of tickets or conversations */
final class View extends Model
{
    protected const RECORDS = ['filter' => RecordFilter::class];
    protected const LISTS = ['warnings' => ViewWarning::class];

    protected function __construct(
        array $raw,
        /** Id of the view */
        public readonly string $id,
        /** What a view lists: `ticket` or `conversation` */
        public readonly string $resource,
        /** Display name */
        public readonly string $name,
        /** Conditions on tickets or conversations; without any, all match */
        public readonly RecordFilter $filter,
        /**
         * Field to sort by, one of those of the list of the resource (`created_at`, `updated_at`, `priority`, `status`,
         * `first_response_due`, `last_message_at`)
         */
        public readonly string $sort,
        /** Sort direction (`asc`, `desc`) */
        public readonly string $order,
        /**
         * Who sees a view or a macro: its owner alone, the members of a team and admins, or all users of the workspace
         * (`private`, `team`, `workspace`)
         */
        public readonly string $visibility,
        /** Id of the team that sees it, with `visibility: team`; otherwise null */
        public readonly ?string $team_id,
        /** Id of the user who created it */
        public readonly string $owner_id,
        /** @var list<ViewWarning> Values that name a tag, a user or a team which does not exist; empty in lists */
        public readonly array $warnings,
        /** Time of creation */
        public readonly string $created_at,
        /** Time of the last change */
        public readonly string $updated_at,
    ) {
        parent::__construct($raw);
    }
}
