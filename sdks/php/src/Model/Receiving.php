<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** How a provider hands over mails that arrive, without its secrets */
final class Receiving extends Model
{
    protected function __construct(
        array $raw,
        /**
         * Provider that takes the mails of the mailbox and hands them over by HTTP. `postmark`: Postmark; `mailgun`:
         * Mailgun; `sendgrid`: Twilio SendGrid; `ses`: Amazon SES through an SNS topic
         */
        public readonly string $type,
        /** Address that the provider calls, with a token that nobody can guess */
        public readonly string $url,
        /**
         * What proves that a request is of the provider. `password`: the password in the URL that it calls;
         * `signature`: its signature
         */
        public readonly string $authentication,
        /** ARN of the SNS topic, for `ses`, or null */
        public readonly ?string $topic_arn,
    ) {
        parent::__construct($raw);
    }
}
