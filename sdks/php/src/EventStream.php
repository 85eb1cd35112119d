<?php

declare(strict_types=1);

namespace Parley;

use Parley\Core\Call;
use Parley\Core\Model;
use Parley\Core\Requester;
use Parley\Core\Retry;
use Parley\Core\SseParser;
use Parley\Exception\ApiError;
use Parley\Exception\CancelledError;
use Parley\Exception\ConnectionError;
use Parley\Exception\DecodeError;
use Parley\Exception\StreamError;

/**
 * The events of the event log, as they are logged. To iterate over it never ends by itself: after the end of a
 * connection it opens the next one where the last one was. Store `position` to continue in another process.
 *
 * @template T of Model
 * @implements \IteratorAggregate<int, T>
 */
final class EventStream implements \IteratorAggregate
{
    /** Seconds. */
    private const FIRST_DELAY = 1.0;
    private const SHORTEST_DELAY = 0.1;
    private const LONGEST_DELAY = 30.0;
    private const REMEMBERED = 1000;

    /** Place of the last event that was consumed: it moves when the next one is asked for. */
    public ?string $position;

    /** @var array<string, true> ids of the last events */
    private array $seen = [];

    /** Seconds before a reconnection, as the server has said. */
    private ?float $retry = null;

    /**
     * @internal
     * @param class-string<T> $class
     */
    public function __construct(
        private readonly Requester $requester,
        private readonly Call $call,
        private readonly ?Options $options,
        private readonly string $class,
        ?string $position,
    ) {
        $this->position = $position;
    }

    /**
     * @return \Generator<int, T>
     * @throws StreamError if the position is older than the log
     * @throws ApiError if the server refuses the stream for good, or for more than a minute
     * @throws DecodeError for an event that cannot be read, or is larger than 16 MiB
     */
    public function getIterator(): \Generator
    {
        $failures = 0;
        $index = 0;
        while (true) {
            $told = null;
            try {
                foreach ($this->connection() as $record) {
                    yield $index => $record;
                    $index += 1;
                    $failures = 0;
                }
            } catch (ConnectionError | ApiError | CancelledError | DecodeError $error) {
                $told = $error->retryAfter ?? null;
                $this->throwUnlessTransient($error);
            }
            $failures += 1;
            $this->wait($failures, $told);
        }
    }

    /** @return \Generator<int, T> the events of one connection */
    private function connection(): \Generator
    {
        $headers = ['Accept' => 'text/event-stream'];
        if ($this->position !== null) {
            $headers['Last-Event-ID'] = $this->position;
        }
        $options = $this->options ?? new Options();
        $answer = $this->requester->stream($this->call, $options->with(headers: [...$headers, ...$options->headers]));
        $parser = new SseParser();
        foreach ($answer->body as $bytes) {
            foreach ($parser->push($bytes) as ['id' => $id, 'data' => $data]) {
                $record = $data === null ? null : $this->record($answer, $data);
                if ($record !== null && !isset($this->seen[$record->id])) {
                    yield $record;
                    $this->remember($record->id);
                }
                $this->position = $id ?? $this->position;
            }
            $this->retry = $parser->retry === null ? $this->retry : $parser->retry / 1000;
        }
    }

    /** @return T */
    private function record(Core\HttpResponse $answer, string $data): Model
    {
        $response = new Response($answer->status, $answer->headers);
        return Requester::decoded($response, $data, $this->class::fromArray(...));
    }

    private function remember(string $id): void
    {
        $this->seen[$id] = true;
        if (count($this->seen) > self::REMEMBERED) {
            unset($this->seen[array_key_first($this->seen)]);
        }
    }

    private function throwUnlessTransient(ConnectionError | ApiError | CancelledError | DecodeError $error): void
    {
        $error->position = $this->position;
        if ($error instanceof ApiError && $error->code === 'position_expired') {
            $message = 'the position is older than the event log: read the records, and open the stream without one';
            throw new StreamError($message, $this->position, $error);
        }
        $isTransient = match (true) {
            $error instanceof ConnectionError => $error->isRepeatable,
            $error instanceof ApiError => ($error->status === 429 || $error->status >= 500)
                && !Retry::isTooLong($error->retryAfter),
            default => false,
        };
        if (!$isTransient) {
            throw $error;
        }
    }

    private function wait(int $failures, ?float $told): void
    {
        $first = max(self::SHORTEST_DELAY, $this->retry ?? self::FIRST_DELAY);
        // The server has given the first delay its jitter.
        $jitter = $failures === 1 ? 1 : 0.5 + Retry::random() / 2;
        $backoff = min(self::LONGEST_DELAY, $first * 2 ** min(10, $failures - 1)) * $jitter;
        $clock = $this->requester->config->clock;
        $clock->sleepUntil($clock->after(max($backoff, $told ?? 0)), $this->options?->signal);
    }
}
