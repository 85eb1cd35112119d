<?php

declare(strict_types=1);

namespace Parley\Core;

use Parley\Model\EventActor;
use Parley\WebhookEvent;

/** What the events that this release knows have in common. */
abstract class KnownEvent extends Model implements WebhookEvent
{
    /** Id of the event, the same in every attempt. */
    public readonly string $id;

    public readonly string $event;

    /** Version of the API whose form `data` has. */
    public readonly string $api_version;

    public readonly string $timestamp;
    public readonly string $workspace_id;

    /** `live` or `test` */
    public readonly string $mode;

    /** The user, API key or system that caused the event. */
    public readonly EventActor $actor;

    protected function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->id = $raw['id'] ?? null;
        $this->event = $raw['event'] ?? null;
        $this->api_version = $raw['api_version'] ?? null;
        $this->timestamp = $raw['timestamp'] ?? null;
        $this->workspace_id = $raw['workspace_id'] ?? null;
        $this->mode = $raw['mode'] ?? null;
        $this->actor = EventActor::fromArray($raw['actor'] ?? null);
    }
}
