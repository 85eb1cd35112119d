<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** A prepared message with changes of a record, for users to apply */
final class Macro extends Model
{
    protected const RECORDS = ['actions' => MacroActions::class];

    protected function __construct(
        array $raw,
        /** Id of the macro */
        public readonly string $id,
        /** Display name */
        public readonly string $name,
        /**
         * Text of the message, or null for a macro without one. `{{contact.first_name|there}}` is a variable, with the
         * text that stands in for an empty value; without one an empty value leaves nothing. Rendered, it is plain text
         */
        public readonly ?string $body,
        /** What the text of a macro becomes: a `reply` to the contact, or an internal `note` */
        public readonly string $message_type,
        /** What a macro changes in a record; what is left out stays */
        public readonly MacroActions $actions,
        /**
         * Who sees a view or a macro: its owner alone, the members of a team and admins, or all users of the workspace
         * (`private`, `team`, `workspace`)
         */
        public readonly string $visibility,
        /** Id of the team that sees it, with `visibility: team`; otherwise null */
        public readonly ?string $team_id,
        /** Id of the user who created it */
        public readonly string $owner_id,
        /** Time of creation */
        public readonly string $created_at,
        /** Time of the last change */
        public readonly string $updated_at,
    ) {
        parent::__construct($raw);
    }
}
