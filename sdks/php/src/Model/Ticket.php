<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** A support request with a status, a priority and an SLA */
final class Ticket extends Model
{
    protected const RECORDS = [
        'sla' => TicketSla::class,
        'assignee' => Assignee::class,
        'team' => TeamSummary::class,
        'contact' => ContactSummary::class,
    ];
    protected const LISTS = ['links' => TicketLink::class];
    protected const MAPS = ['custom_fields' => null];

    protected function __construct(
        array $raw,
        /** Id of the ticket */
        public readonly string $id,
        /**
         * Number by which people name the record, unique in its workspace and mode; later records have higher ones, and
         * some are left out (servers before the next release do not send it)
         */
        public readonly ?int $number,
        /** Subject line */
        public readonly string $subject,
        /** Full text of the request */
        public readonly ?string $description,
        /** Id of the ticket in an external system, unique in the workspace and mode, or null */
        public readonly ?string $external_id,
        /** Priority (`urgent`, `high`, `normal`, `low`) */
        public readonly string $priority,
        /** Id of the inbox, or null */
        public readonly ?string $inbox_id,
        /** Current status of the ticket (`open`, `pending`, `resolved`, `closed`) */
        public readonly string $status,
        /** First-response SLA: status and deadline; null without a target */
        public readonly ?TicketSla $sla,
        /** Time of the first response by a user, or null */
        public readonly ?string $first_responded_at,
        /** Time at which it was last resolved; null unless resolved, or closed after that */
        public readonly ?string $resolved_at,
        /** Time at which it was closed; null unless closed */
        public readonly ?string $closed_at,
        /** Number of times that it was reopened after it was resolved or closed */
        public readonly int $reopened_count,
        /** The user assigned to the ticket, or null */
        public readonly ?Assignee $assignee,
        /** Time at which its snooze ends; null unless snoozed (servers before the next release do not send it) */
        public readonly ?string $snoozed_until,
        /**
         * Whether a message of the contact ends the snooze; one that a program wrote for it does not (servers before
         * the next release do not send it)
         */
        public readonly ?bool $wake_on_reply,
        /** The team that the ticket belongs to, or null (servers before the next release do not send it) */
        public readonly ?TeamSummary $team,
        /** The contact who requested the ticket, or null */
        public readonly ?ContactSummary $contact,
        /** @var list<string> Names of the tags */
        public readonly array $tags,
        /** Id of the linked conversation, or null */
        public readonly ?string $conversation_id,
        /**
         * @var array<string, string|float|int|bool|list<string|float|int|bool>> Custom key-value pairs; values are
         *   strings, numbers, booleans or arrays of them
         */
        public readonly array $custom_fields,
        /**
         * @var list<string>|null Ids of the tickets that were merged into it, at most 500; their ids lead to this
         *   ticket (servers before the next release do not send it)
         */
        public readonly ?array $merged_from,
        /**
         * @var list<TicketLink>|null Links to other tickets, at most 100, in the order in which they were made
         *   (servers before the next release do not send it)
         */
        public readonly ?array $links,
        /** Time of creation */
        public readonly string $created_at,
        /** Time of the last change */
        public readonly string $updated_at,
    ) {
        parent::__construct($raw);
    }
}
