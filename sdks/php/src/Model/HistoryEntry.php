<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** A change of a record */
final class HistoryEntry extends Model
{
    protected const RECORDS = ['actor' => EventActor::class];
    protected const MAPS = ['changes' => HistoryChange::class];

    protected function __construct(
        array $raw,
        /** Id of the event */
        public readonly string $id,
        /** Event type */
        public readonly string $event,
        /** Time of the event */
        public readonly string $timestamp,
        /** The user, API key or system that caused the event */
        public readonly EventActor $actor,
        /** @var array<string, HistoryChange> The fields that changed, by name; empty for the creation */
        public readonly array $changes,
    ) {
        parent::__construct($raw);
    }
}
