<?php

declare(strict_types=1);

namespace Parley;

use Parley\Core\Model;

/** An event that this release has no type for, or that lacks a field of its type. */
final class UnknownEvent extends Model implements WebhookEvent
{
    protected function __construct(
        array $raw,
        public readonly ?string $id,
        public readonly ?string $event,
        public readonly ?string $api_version,
        public readonly ?string $timestamp,
        public readonly ?string $workspace_id,
        public readonly ?string $mode,
        public readonly mixed $actor,
        public readonly mixed $data,
    ) {
        parent::__construct($raw);
    }
}
