<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/**
 * Provider that takes the mails of the mailbox and hands them over by HTTP. `postmark`: Postmark; `mailgun`: Mailgun;
 * `sendgrid`: Twilio SendGrid; `ses`: Amazon SES through an SNS topic
 */
final class ReceivingType
{
    public const POSTMARK = 'postmark';
    public const MAILGUN = 'mailgun';
    public const SENDGRID = 'sendgrid';
    public const SES = 'ses';
}
