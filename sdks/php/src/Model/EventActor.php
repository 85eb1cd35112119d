<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** The user, API key or system that caused the event */
final class EventActor extends Model
{
    protected const RECORDS = ['credential' => ActorCredential::class];

    protected function __construct(
        array $raw,
        /** (`user`, `api_key`, `system`, `assignment`) */
        public readonly string $type,
        /** Id of the user or API key, or null for the system */
        public readonly ?string $id,
        /** The credential of the request that caused the event, or null for the system */
        public readonly ?ActorCredential $credential,
    ) {
        parent::__construct($raw);
    }
}
