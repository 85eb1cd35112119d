<?php

declare(strict_types=1);

namespace Parley;

/**
 * An event of a webhook: one of the classes `Parley\Model\…Event`, each with its type of `data`, or an UnknownEvent.
 *
 * @property-read string $id the same in every attempt: use it to recognize a delivery that comes again
 * @property-read string $event its type, such as `ticket.created`
 * @property-read string $api_version
 * @property-read string $timestamp
 * @property-read string $workspace_id
 * @property-read string $mode
 * @property-read array<string, mixed> $raw
 */
interface WebhookEvent
{
}
