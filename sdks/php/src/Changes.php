<?php

declare(strict_types=1);

namespace Parley;

use Parley\Core\Model;

/**
 * Records in the order of their changes. To iterate over it yields what has changed since the last time; store
 * `resumeCursor` to continue in another process. No change is missed; those of the last minute before a cursor may come
 * again in another process, and are dropped here.
 *
 * @template T of Model
 * @implements \IteratorAggregate<int, T>
 */
final class Changes implements \IteratorAggregate
{
    /** Seconds: how far behind a cursor the server repeats, and a reserve. */
    private const REPEATED = 180;

    /** Where to continue after the pages that were consumed to their end; null before the first. */
    public ?string $resumeCursor;

    /** @var array<string, string> time by id and time of what was yielded lately */
    private array $seen = [];

    /**
     * @internal
     * @param \Closure(?string $cursor): Page<T> $list
     * @param string $time name of the field by which the list is sorted
     */
    public function __construct(
        private readonly \Closure $list,
        private readonly string $time,
        ?string $cursor,
    ) {
        $this->resumeCursor = $cursor;
    }

    /** @return \Generator<int, T> */
    public function getIterator(): \Generator
    {
        $index = 0;
        foreach (($this->list)($this->resumeCursor)->pages() as $page) {
            $newest = null;
            foreach ($page->data as $record) {
                $newest = $record->raw[$this->time];
                $key = "$record->id $newest";
                if (!isset($this->seen[$key])) {
                    yield $index => $record;
                    $index += 1;
                    $this->seen[$key] = $newest;
                }
            }
            $this->resumeCursor = $page->meta->next_cursor ?? $page->meta->resume_cursor ?? $this->resumeCursor;
            $this->forget($newest);
        }
    }

    private function forget(?string $newest): void
    {
        if ($newest !== null) {
            $oldest = Time::format(Time::parse($newest)->modify('-' . self::REPEATED . ' seconds'));
            $this->seen = array_filter($this->seen, static fn (string $time) => $time >= $oldest);
        }
    }
}
