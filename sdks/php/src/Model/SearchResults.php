<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** Search results by type */
final class SearchResults extends Model
{
    protected const LISTS = [
        'conversations' => Conversation::class,
        'contacts' => Contact::class,
        'tickets' => Ticket::class,
    ];

    protected function __construct(
        array $raw,
        /** @var list<Conversation> Matching conversations, most relevant first */
        public readonly array $conversations,
        /** @var list<Contact> Matching contacts, most relevant first */
        public readonly array $contacts,
        /** @var list<Ticket> Matching tickets, most relevant first */
        public readonly array $tickets,
    ) {
        parent::__construct($raw);
    }
}
