<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** The records that `include` asked for, each once, in no order */
final class Included extends Model
{
    protected const LISTS = [
        'contacts' => Contact::class,
        'conversations' => Conversation::class,
        'messages' => Message::class,
        'users' => User::class,
    ];

    protected function __construct(
        array $raw,
        /** @var list<Contact>|null With `include=contact` */
        public readonly ?array $contacts,
        /** @var list<Conversation>|null With `include=conversation` */
        public readonly ?array $conversations,
        /** @var list<Message>|null With `include=last_message` */
        public readonly ?array $messages,
        /** @var list<User>|null With `include=assignee` */
        public readonly ?array $users,
    ) {
        parent::__construct($raw);
    }
}
