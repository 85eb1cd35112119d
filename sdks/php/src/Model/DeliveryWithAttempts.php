<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** A delivery with its payload and attempts */
final class DeliveryWithAttempts extends Model
{
    protected const RECORDS = ['last_attempt' => LastDeliveryAttempt::class];
    protected const LISTS = ['attempts' => DeliveryAttempt::class];

    protected function __construct(
        array $raw,
        /** Id of the delivery */
        public readonly string $id,
        /** Id of the webhook */
        public readonly string $webhook_id,
        /** Id of the event, sent as the header `webhook-id` */
        public readonly string $event_id,
        /** Event type */
        public readonly string $event,
        /**
         * Status of the delivery. `pending`: waiting for its next attempt; `sending`: an attempt is in progress;
         * `delivered`: the endpoint returned 2xx; `failed`: no attempts are left; `cancelled`: the webhook was disabled
         */
        public readonly string $status,
        /** Earliest time of the next attempt; null unless pending */
        public readonly ?string $next_attempt_at,
        /** Result of the latest attempt, or null if there was none */
        public readonly ?LastDeliveryAttempt $last_attempt,
        /** Time of creation */
        public readonly string $created_at,
        /** @var list<DeliveryAttempt> Latest 100 attempts, oldest first */
        public readonly array $attempts,
        /** Exact request body */
        public readonly string $payload,
    ) {
        parent::__construct($raw);
    }
}
