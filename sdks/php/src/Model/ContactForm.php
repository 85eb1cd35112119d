<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** A contact form of a web site */
final class ContactForm extends Model
{
    protected function __construct(
        array $raw,
        /** Id of the contact form */
        public readonly string $id,
        /** Display name; mails that ask for a confirmation show it */
        public readonly string $name,
        /** What names the form in its URL; public, but not to be guessed */
        public readonly string $key,
        /** Address to which the form is sent */
        public readonly string $url,
        /**
         * @var list<string> Origins of the pages that have the form; a submission from a page of another one, or that
         *   tells none, is refused. Empty allows all
         */
        public readonly array $allowed_origins,
        /** URL of the page that browsers are sent to once the message is received, or null for a plain page */
        public readonly ?string $redirect_url,
        /** Id of the inbox of its conversations, or null */
        public readonly ?string $inbox_id,
        /** Id of the mailbox through which replies leave, or null: then replies are recorded, not sent */
        public readonly ?string $mailbox_id,
        /** @var list<string> Names of the tags */
        public readonly array $tags,
        /**
         * Whether a message waits until its sender confirms its address by a link that is mailed to it. Without it,
         * anybody can write in the name of anybody. In live mode it needs a mailbox of the installation
         */
        public readonly bool $confirmation,
        /** Time of creation */
        public readonly string $created_at,
        /** Time of the last change */
        public readonly string $updated_at,
    ) {
        parent::__construct($raw);
    }
}
