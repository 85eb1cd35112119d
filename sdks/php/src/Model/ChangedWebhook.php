<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** A webhook, with its secret if the request set it */
final class ChangedWebhook extends Model
{
    protected const RECORDS = ['filter' => RecordFilter::class, 'created_by' => WebhookCreator::class];

    protected function __construct(
        array $raw,
        /** Id of the webhook */
        public readonly string $id,
        /** URL of the endpoint (http or https) that receives POST requests */
        public readonly string $url,
        /** Note about the purpose of the webhook, or null */
        public readonly ?string $description,
        /**
         * Maximum delivery attempts per second, retries included; null means unlimited. Unused capacity of one second
         * can be used as a burst
         */
        public readonly ?int $rate_limit,
        /** Conditions on the record of an event, or null (servers before the next release do not send it) */
        public readonly ?RecordFilter $filter,
        /** @var list<string> Event types, prefixes like `ticket.*`, or `*` */
        public readonly array $events,
        /** Version of the API whose form `data` has */
        public readonly string $api_version,
        /** Status of the webhook; nothing is delivered while it is disabled (`enabled`, `disabled`) */
        public readonly string $status,
        /**
         * Reason for the `disabled` status. `gone`: the endpoint returned 410; `failing`: it kept failing; `manual`: by
         * request; `revoked`: the grant, personal access token or user that created it has ended, or the user may not
         * manage webhooks any more; null while enabled
         */
        public readonly ?string $disabled_reason,
        /**
         * Credential or user that created the webhook, or null if it is unknown. The webhook is disabled when a grant,
         * personal access token or user ends, or the user may not manage webhooks any more; webhooks of an API key
         * stay, because keys belong to the workspace
         */
        public readonly ?WebhookCreator $created_by,
        /** Last four characters of the secret, or null if it has less than 16 characters */
        public readonly ?string $secret_last4,
        /** Time of the last successful delivery, or null */
        public readonly ?string $last_delivery_at,
        /** Time of creation */
        public readonly string $created_at,
        /** Time of the last change */
        public readonly string $updated_at,
        /** Secret, as sent or generated */
        public readonly ?string $secret,
        /** Signing secret in the format of Standard Webhooks libraries: `whsec_` and the base64 of the key */
        public readonly ?string $signing_secret,
    ) {
        parent::__construct($raw);
    }
}
