<?php

declare(strict_types=1);

namespace Parley\Exception;

use Parley\Attempt;

/** What errors of a call tell about it, whatever its cause. */
trait CallDetails
{
    /**
     * Whether the server has done what was asked: `not_sent`, `rejected` (it did nothing), or `unknown` (it may have).
     * After `unknown`, repeat a write with the same `idempotencyKey`. Null for reads.
     */
    public ?string $outcome = null;

    /** The key that the call was sent with, by which it can be repeated within 24 hours; null for reads. */
    public ?string $idempotencyKey = null;

    /** @var list<Attempt> in the order of sending */
    public array $attempts = [];

    /** Where to continue a list that failed midway; null elsewhere. */
    public ?string $cursor = null;

    /** Where to continue an event stream; null elsewhere. */
    public ?string $position = null;
}
