<?php

declare(strict_types=1);

namespace Parley;

/**
 * The answer of an operation that tells more than its records: a search, an upsert, a change of many.
 *
 * @template D
 * @template M of object
 */
final class Result implements \JsonSerializable
{
    /**
     * @internal
     * @param D $data
     * @param M $meta
     * @param array<string, mixed> $raw the answer as it came
     */
    public function __construct(
        public readonly mixed $data,
        public readonly object $meta,
        public readonly array $raw,
    ) {
    }

    public function jsonSerialize(): object
    {
        return (object) $this->raw;
    }
}
