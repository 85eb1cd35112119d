<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** A conversation with a contact; its messages are listed separately */
final class Conversation extends Model
{
    protected const RECORDS = [
        'assignee' => Assignee::class,
        'team' => TeamSummary::class,
        'contact' => ContactSummary::class,
    ];
    protected const LISTS = ['participants' => MailAddress::class];
    protected const MAPS = ['custom_fields' => null];

    protected function __construct(
        array $raw,
        /** Id of the conversation */
        public readonly string $id,
        /**
         * Number by which people name the record, unique in its workspace and mode; later records have higher ones, and
         * some are left out (servers before the next release do not send it)
         */
        public readonly ?int $number,
        /** Subject line, or null */
        public readonly ?string $subject,
        /** Id of the conversation in an external system, unique in the workspace and mode, or null */
        public readonly ?string $external_id,
        /** Priority (`urgent`, `high`, `normal`, `low`) */
        public readonly string $priority,
        /** Id of the inbox, or null */
        public readonly ?string $inbox_id,
        /** Current status of the conversation (`open`, `pending`, `closed`) */
        public readonly string $status,
        /** Channel through which the contact writes (`email`, `chat`, `form`, `api`) */
        public readonly string $channel,
        /** The user assigned to the conversation, or null */
        public readonly ?Assignee $assignee,
        /** Time at which its snooze ends; null unless snoozed (servers before the next release do not send it) */
        public readonly ?string $snoozed_until,
        /**
         * Whether a message of the contact ends the snooze; one that a program wrote for it does not (servers before
         * the next release do not send it)
         */
        public readonly ?bool $wake_on_reply,
        /** The team that the conversation belongs to, or null (servers before the next release do not send it) */
        public readonly ?TeamSummary $team,
        /** The contact of the conversation */
        public readonly ContactSummary $contact,
        /** Id of the mailbox through which replies leave, or null */
        public readonly ?string $mailbox_id,
        /** Id of the connection through which replies leave, or null */
        public readonly ?string $connection_id,
        /**
         * @var list<MailAddress>|null Addresses beside that of the contact that a message was sent to by mail, in
         *   `to` or `cc`; of more than 100, the latest (servers before the next release do not send it)
         */
        public readonly ?array $participants,
        /** @var list<string> Names of the tags */
        public readonly array $tags,
        /**
         * @var array<string, string|float|int|bool|list<string|float|int|bool>> Custom key-value pairs; values are
         *   strings, numbers, booleans or arrays of them
         */
        public readonly array $custom_fields,
        /**
         * @var list<string>|null Ids of the conversations that were merged into it, at most 500; their ids lead to
         *   this conversation (servers before the next release do not send it)
         */
        public readonly ?array $merged_from,
        /** Time of the last message, notes included; null if there is none */
        public readonly ?string $last_message_at,
        /** Who wrote the last message: `user` or `contact`; null if there is none */
        public readonly ?string $last_message_by,
        /** Number of messages, notes included */
        public readonly int $messages_count,
        /**
         * Time of the first message of the contact that no reply of a user followed; null unless the contact waits.
         * Notes do not count as replies
         */
        public readonly ?string $waiting_since,
        /** Time at which it was closed; null unless closed */
        public readonly ?string $closed_at,
        /** Time of creation */
        public readonly string $created_at,
        /** Time of the last change */
        public readonly string $updated_at,
    ) {
        parent::__construct($raw);
    }
}
