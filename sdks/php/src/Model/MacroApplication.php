<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** What a macro does to a record */
final class MacroApplication extends Model
{
    protected const RECORDS = ['message' => MacroMessage::class];
    protected const LISTS = ['changes' => MacroChange::class];

    protected function __construct(
        array $raw,
        /** Id of the macro */
        public readonly string $macro_id,
        /** Id of the conversation, or null for a ticket */
        public readonly ?string $conversation_id,
        /** Id of the ticket, or null for a conversation */
        public readonly ?string $ticket_id,
        /** Whether nothing was changed */
        public readonly bool $is_preview,
        /** The message, or null for a macro without a text */
        public readonly ?MacroMessage $message,
        /** @var list<MacroChange> The fields that change; empty if the record has all values already */
        public readonly array $changes,
    ) {
        parent::__construct($raw);
    }
}
