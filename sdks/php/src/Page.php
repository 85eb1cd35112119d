<?php

declare(strict_types=1);

namespace Parley;

use Parley\Core\Call;
use Parley\Core\Model;
use Parley\Core\Requester;
use Parley\Exception\InvalidArgumentError;
use Parley\Exception\PaginationError;
use Parley\Exception\ParleyError;
use Parley\Model\Included;
use Parley\Model\PageMeta;

/**
 * A page of a list. To iterate over it reads all records, those of the following pages too: each page when its first
 * record is asked for, and one at a time. Nothing is requested before that, or before a property is read.
 *
 * @template T of Model
 * @implements \IteratorAggregate<int, T>
 */
final class Page implements \IteratorAggregate, \JsonSerializable
{
    private const LARGEST = 100;
    private const MOST_EMPTY = 1000;
    private const MOST_ITEMS = 10_000;
    private const LOADED = ['data', 'meta', 'links', 'included', 'raw', 'response'];

    /** @var list<T> the records of this page */
    public readonly array $data;

    public readonly PageMeta $meta;

    /** @var array{first?: string|null, prev?: string|null, next?: string|null, last?: string|null} */
    public readonly array $links;

    /** The records that `include` asked for. */
    public readonly ?Included $included;

    /** @var array<string, mixed> the answer as it came */
    public readonly array $raw;

    /** What is known of the answer beside its records. */
    public readonly Response $response;

    /** @var \ArrayObject<string, true> cursors that were followed, shared by the pages of a list */
    private \ArrayObject $seen;
    private bool $isLoaded = false;

    /**
     * @internal
     * @param class-string<T>|array<string, class-string<T>> $class of the records, or by the prefix of their ids
     */
    public function __construct(
        private readonly Requester $requester,
        private readonly Call $call,
        private readonly ?Options $options,
        private readonly string|array $class,
    ) {
        $this->seen = new \ArrayObject();
        // A property that is unset calls __get() when it is read first.
        unset($this->data, $this->meta, $this->links, $this->included, $this->raw, $this->response);
    }

    public function __get(string $name): mixed
    {
        if (!$this->__isset($name)) {
            throw new \Error("Undefined property: $name");
        }
        $this->load($this->call);
        return $this->$name;
    }

    public function __isset(string $name): bool
    {
        return in_array($name, self::LOADED, true);
    }

    /** The page after this one, or null if this is the last. */
    public function next(): ?self
    {
        $cursor = $this->meta->next_cursor;
        if ($cursor === null) {
            return null;
        }
        $hash = md5($cursor, true);
        if (isset($this->seen[$hash])) {
            throw new PaginationError('the server has repeated a cursor');
        }
        $this->seen[$hash] = true;
        // The filters are sent again: a cursor alone would list all records.
        $perPage = $this->call->query['per_page'] ?? $this->meta->per_page;
        $call = $this->call->withQuery(['page' => null, 'per_page' => $perPage, 'cursor' => $cursor]);
        $next = new self($this->requester, $call, $this->options, $this->class);
        $next->seen = $this->seen;
        return $next;
    }

    /**
     * This page and all after it.
     *
     * @return \Generator<int, self<T>>
     * @throws ParleyError with the cursor to continue from, if a later page cannot be read
     */
    public function pages(): \Generator
    {
        $this->loadLargest();
        $empty = 0;
        for ($page = $this; $page !== null; $page = $page->next()) {
            $empty = $page->data === [] ? $empty + 1 : 0;
            if ($empty > self::MOST_EMPTY) {
                throw new PaginationError('the server answers empty pages without an end');
            }
            yield $page;
        }
    }

    /** @return \Generator<int, T> all records, of this page and those after it */
    public function getIterator(): \Generator
    {
        $index = 0;
        foreach ($this->pages() as $page) {
            foreach ($page->data as $record) {
                yield $index => $record;
                $index += 1;
            }
        }
    }

    /**
     * The first records as an array.
     *
     * @param int $limit their largest number, 1 to 10,000; it has to be given
     * @return list<T>
     */
    public function toArray(int $limit = 0): array
    {
        if ($limit < 1 || $limit > self::MOST_ITEMS) {
            throw new InvalidArgumentError('limit must be given, and be between 1 and ' . self::MOST_ITEMS);
        }
        $records = [];
        foreach ($this as $record) {
            $records[] = $record;
            if (count($records) === $limit) {
                break;
            }
        }
        return $records;
    }

    public function jsonSerialize(): object
    {
        return (object) $this->raw;
    }

    /** Reads as many records at a time as the server gives, unless the caller has said how many. */
    private function loadLargest(): void
    {
        $query = $this->call->query;
        if (!$this->isLoaded) {
            $isOpen = !isset($query['per_page']) && !isset($query['page']);
            $this->load($isOpen ? $this->call->withQuery(['per_page' => self::LARGEST]) : $this->call);
        }
    }

    private function load(Call $call): void
    {
        $record = fn (array $record) => $this->classOf($record)::fromArray($record);
        try {
            $loaded = $this->requester->result($call, $this->options, static fn (array $answer) => (object) [
                'data' => array_map($record, $answer['data'] ?? null),
                'meta' => PageMeta::fromArray($answer['meta'] ?? null),
                'raw' => $answer,
            ]);
        } catch (ParleyError $error) {
            if (property_exists($error, 'cursor')) {
                $error->cursor = $call->query['cursor'] ?? null;
            }
            throw $error;
        }
        $this->isLoaded = true;
        $this->data = $loaded->data;
        $this->meta = $loaded->meta;
        $this->raw = $loaded->raw;
        $this->links = (array) ($loaded->raw['links'] ?? []);
        $this->response = $this->requester->responseOf($loaded);
        $this->included = $this->response->included;
    }

    /**
     * @param array<string, mixed> $record
     * @return class-string<T>
     */
    private function classOf(array $record): string
    {
        if (is_string($this->class)) {
            return $this->class;
        }
        [$prefix] = explode('_', (string) ($record['id'] ?? ''));
        return $this->class[$prefix]
            ?? throw new \TypeError("The answer has a record with an unknown id, {$prefix}");
    }
}
