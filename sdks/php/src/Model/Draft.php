<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** What a user has begun to write in a conversation */
final class Draft extends Model
{
    protected const RECORDS = ['email' => DraftEmail::class];

    protected function __construct(
        array $raw,
        /** Id of the conversation, in which a user has one draft */
        public readonly string $id,
        /** Id of the user who writes it */
        public readonly string $user_id,
        /** Type of the message that it becomes (`reply`, `note`, `comment`) */
        public readonly string $type,
        /** Text so far */
        public readonly string $body,
        /** Recipients, subject and HTML, as for a message; or null */
        public readonly ?DraftEmail $email,
        /** @var list<string> Ids of the files that it is to have */
        public readonly array $attachments,
        /** Time of creation */
        public readonly string $created_at,
        /** Time of the last change */
        public readonly string $updated_at,
    ) {
        parent::__construct($raw);
    }
}
