<?php

declare(strict_types=1);

namespace Parley\Core;

use Parley\Exception\DecodeError;

/** @internal Reads Server-Sent Events (WHATWG, HTML, 9.2.6) from pieces that may end anywhere. */
final class SseParser
{
    /** Bytes of a line, and of the data of an event: 1 MiB. */
    private const LARGEST = 1_048_576;

    /** Milliseconds that the server asks to wait before a reconnection. */
    public ?int $retry = null;

    private string $buffer = '';
    private bool $isFirstLine = true;
    private bool $skipsLineFeed = false;

    /** @var list<string> */
    private array $data = [];
    private int $size = 0;
    private ?string $id = null;
    private string $event = '';

    /**
     * @return \Generator<int, array{id: string|null, event: string, data: string|null}> without `data` if only the id
     *   was sent, which moves the position
     * @throws DecodeError if a line or an event has no end within 1 MiB
     */
    public function push(string $bytes): \Generator
    {
        if ($this->skipsLineFeed && $bytes !== '') {
            $bytes = $bytes[0] === "\n" ? substr($bytes, 1) : $bytes;
            $this->skipsLineFeed = false;
        }
        $this->buffer .= $bytes;
        $length = strlen($this->buffer);
        for ($start = 0; ($end = $start + strcspn($this->buffer, "\r\n", $start)) < $length;) {
            $event = $this->line(substr($this->buffer, $start, $end - $start));
            if ($event !== null) {
                yield $event;
            }
            $start = $end + 1;
            if ($this->buffer[$end] === "\r") {
                // A carriage return at the end of a piece may be half of a line end.
                $this->skipsLineFeed = $start === $length;
                $start += $start < $length && $this->buffer[$start] === "\n" ? 1 : 0;
            }
        }
        $this->buffer = substr($this->buffer, $start);
        self::limit(strlen($this->buffer));
    }

    /** @return array{id: string|null, event: string, data: string|null}|null */
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
            $this->data[] = $value;
            $this->size += strlen($value) + 1;
            self::limit($this->size);
        }
        match ($field) {
            'event' => $this->event = $value,
            'id' => $this->id = str_contains($value, "\0") ? $this->id : $value,
            'retry' => $this->retry = ctype_digit($value) ? (int) $value : $this->retry,
            default => null,
        };
        return null;
    }

    /** @return array{id: string|null, event: string, data: string|null}|null */
    private function dispatch(): ?array
    {
        $data = $this->data === [] ? null : implode("\n", $this->data);
        $event = ['id' => $this->id, 'event' => $this->event === '' ? 'message' : $this->event, 'data' => $data];
        $hasNews = $data !== null || $this->id !== null;
        $this->data = [];
        $this->size = 0;
        $this->event = '';
        return $hasNews ? $event : null;
    }

    private static function limit(int $size): void
    {
        if ($size > self::LARGEST) {
            throw new DecodeError('the stream has a line or an event of more than ' . self::LARGEST . ' bytes');
        }
    }
}
