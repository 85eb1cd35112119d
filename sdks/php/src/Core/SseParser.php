<?php

declare(strict_types=1);

namespace Parley\Core;

use Parley\Exception\DecodeError;

/** @internal Reads Server-Sent Events (WHATWG, HTML, 9.2.6) from pieces that may end anywhere. */
final class SseParser
{
    /** Bytes of a line, and of the data of an event: 16 MiB, more than a record and its former values can have. */
    private const LARGEST = 16_777_216;

    /** Milliseconds that the server asks to wait before a reconnection. */
    public ?int $retry = null;

    /** The beginning of a line, which has no line end yet. */
    private string $rest = '';
    private bool $isFirstLine = true;
    private bool $skipsLineFeed = false;

    /** Each line of the data with a line feed. */
    private string $data = '';
    private ?string $id = null;
    private string $event = '';

    /**
     * @return \Generator<int, array{id: string|null, data: string|null}> without `data` for what is no event
     *   of the log: it moves the position, or has another name
     * @throws DecodeError if a line or an event has no end within 16 MiB
     */
    public function push(string $bytes): \Generator
    {
        if ($this->skipsLineFeed && $bytes !== '') {
            $bytes = $bytes[0] === "\n" ? substr($bytes, 1) : $bytes;
            $this->skipsLineFeed = false;
        }
        $length = strlen($bytes);
        for ($start = 0; ($end = $start + strcspn($bytes, "\r\n", $start)) < $length;) {
            $line = $this->rest . substr($bytes, $start, $end - $start);
            $this->rest = '';
            $event = $this->line($line);
            if ($event !== null) {
                yield $event;
            }
            $start = $end + 1;
            if ($bytes[$end] === "\r") {
                // A carriage return at the end of a piece may be half of a line end.
                $this->skipsLineFeed = $start === $length;
                $start += $start < $length && $bytes[$start] === "\n" ? 1 : 0;
            }
        }
        $this->rest .= substr($bytes, $start);
        self::limit($this->rest);
    }

    /** @return array{id: string|null, data: string|null}|null */
    private function line(string $line): ?array
    {
        if ($this->isFirstLine) {
            $this->isFirstLine = false;
            $line = str_starts_with($line, "\u{FEFF}") ? substr($line, 3) : $line;
        }
        if ($line === '') {
            return $this->dispatch();
        }
        [$field, $value] = [...explode(':', $line, 2), ''];
        $value = str_starts_with($value, ' ') ? substr($value, 1) : $value;
        if ($field === 'data') {
            $this->data .= "$value\n";
            self::limit($this->data);
        }
        match ($field) {
            'event' => $this->event = $value,
            'id' => $this->id = str_contains($value, "\0") ? $this->id : $value,
            'retry' => $this->retry = ctype_digit($value) ? (int) $value : $this->retry,
            default => null,
        };
        return null;
    }

    /** @return array{id: string|null, data: string|null}|null */
    private function dispatch(): ?array
    {
        $data = $this->data === '' ? null : substr($this->data, 0, -1);
        $isLogged = in_array($this->event, ['', 'message'], true);
        $event = ['id' => $this->id, 'data' => $isLogged ? $data : null];
        $hasNews = $event['data'] !== null || $this->id !== null;
        $this->data = '';
        $this->event = '';
        return $hasNews ? $event : null;
    }

    private static function limit(string $bytes): void
    {
        if (strlen($bytes) > self::LARGEST) {
            throw new DecodeError('the stream has a line or an event of more than ' . self::LARGEST . ' bytes');
        }
    }
}
