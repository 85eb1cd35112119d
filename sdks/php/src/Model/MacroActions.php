<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** What a macro changes in a record; what is left out stays */
final class MacroActions extends Model
{
    protected function __construct(
        array $raw,
        /** The new status; conversations have no `resolved` (`open`, `pending`, `resolved`, `closed`) */
        public readonly ?string $status,
        /** Priority (`urgent`, `high`, `normal`, `low`) */
        public readonly ?string $priority,
        /**
         * Id of the user to assign, `me` for the user who applies the macro (of an API key: its creator), or null to
         * unassign
         */
        public readonly ?string $assignee_id,
        /** Id of a team of the workspace, or null */
        public readonly ?string $team_id,
        /** @var list<string>|null Names of tags to add */
        public readonly ?array $add_tags,
        /** @var list<string>|null Names of tags to remove */
        public readonly ?array $remove_tags,
        /** Snoozes the record for a time from then on, in minutes, hours or days: `30m`, `4h`, `2d` */
        public readonly ?string $snooze_for,
    ) {
        parent::__construct($raw);
    }
}
