<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** An event of the last 30 days */
final class LoggedEvent extends Model
{
    protected const RECORDS = ['actor' => EventActor::class];
    protected const MAPS = ['data' => null, 'previous' => null];

    protected function __construct(
        array $raw,
        /** Id of the event, also sent as the header `webhook-id`. Use it to deduplicate deliveries */
        public readonly string $id,
        /** Event type */
        public readonly string $event,
        /** Version of the API whose form `data` has */
        public readonly string $api_version,
        /** Time of the event */
        public readonly string $timestamp,
        /** Id of the workspace */
        public readonly string $workspace_id,
        /** Mode of the data: `live` or `test` */
        public readonly string $mode,
        /** The user, API key or system that caused the event */
        public readonly EventActor $actor,
        /** What is measured. `first_response`: the time until a user first replies. More metrics may follow */
        public readonly ?string $metric,
        /** Id of the SLA policy; null for the targets of the workspace */
        public readonly ?string $policy_id,
        /**
         * @var array<string, mixed> The record as it was after the change, in the form in which webhooks of this
         *   event type receive it
         */
        public readonly array $data,
        /** @var array<string, mixed>|null Previous values of the changed fields, for events that report a change */
        public readonly ?array $previous,
    ) {
        parent::__construct($raw);
    }
}
