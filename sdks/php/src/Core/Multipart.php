<?php

declare(strict_types=1);

namespace Parley\Core;

use Parley\Exception\ConnectionError;
use Parley\File;

/** The body of a form with files (RFC 7578), which is read in pieces and never held as a whole. */
final class Multipart
{
    private readonly string $boundary;

    /** @var list<File|string> */
    private array $parts = [];

    /** Index of the part that is read; what is left of it if it is text, or its stream. */
    private int $index = 0;
    private string $rest = '';

    /** @var resource|null */
    private $stream = null;

    /** Bytes that are left of the file that is read; null if its size is not known. */
    private ?int $left = null;

    /** @param list<array{string, File|string, string|null}> $fields name, value, and the type of what is not text */
    public function __construct(array $fields)
    {
        $this->boundary = bin2hex(random_bytes(16));
        foreach ($fields as [$name, $value, $type]) {
            $disposition = 'Content-Disposition: form-data; name="' . self::escaped($name) . '"';
            if ($value instanceof File) {
                $disposition .= '; filename="' . self::escaped($value->name) . '"';
                $type = preg_replace('/[\r\n\0]/', '', $value->type);
            }
            $headers = $disposition . ($type === null ? '' : "\r\nContent-Type: $type");
            array_push($this->parts, "--$this->boundary\r\n$headers\r\n\r\n", $value, "\r\n");
        }
        $this->parts[] = "--$this->boundary--\r\n";
        $this->rewind();
    }

    public function contentType(): string
    {
        return "multipart/form-data; boundary=$this->boundary";
    }

    /** @return int|null bytes; null if the size of a file is not known */
    public function length(): ?int
    {
        $length = 0;
        foreach ($this->parts as $part) {
            $size = is_string($part) ? strlen($part) : $part->length;
            if ($size === null) {
                return null;
            }
            $length += $size;
        }
        return $length;
    }

    public function isReplayable(): bool
    {
        return array_filter($this->parts, static fn ($part) => $part instanceof File && !$part->isReplayable) === [];
    }

    /** Begins again, with the files at the positions at which they were given. */
    public function rewind(): void
    {
        $this->index = -1;
        $this->stream = null;
        $this->next();
    }

    /**
     * As many bytes of a file as `length()` has counted: more of them would begin the next request on the connection.
     *
     * @return string up to this many bytes; empty at the end
     * @throws ConnectionError if a file has become shorter
     */
    public function read(int $length): string
    {
        while ($this->index < count($this->parts)) {
            if ($this->stream !== null && $this->left !== 0) {
                $bytes = (string) fread($this->stream, min($length, $this->left ?? $length));
                $this->left = $this->left === null ? null : $this->left - strlen($bytes);
            } else {
                $bytes = substr($this->rest, 0, $length);
                $this->rest = substr($this->rest, $length);
            }
            if ($bytes !== '') {
                return $bytes;
            }
            if ($this->stream === null || $this->left === 0 || feof($this->stream)) {
                $this->next();
            }
        }
        return '';
    }

    private function next(): void
    {
        if ($this->stream !== null && ($this->left ?? 0) > 0) {
            throw new ConnectionError('a file has become shorter while it was sent', isRepeatable: false);
        }
        $this->index += 1;
        $part = $this->parts[$this->index] ?? '';
        $this->stream = $part instanceof File ? $part->open() : null;
        $this->left = $part instanceof File ? $part->length : null;
        $this->rest = is_string($part) ? $part : '';
    }

    /** As browsers do (WHATWG, HTML, 4.10.21.8): the name stays UTF-8. */
    private static function escaped(string $name): string
    {
        return strtr($name, ['"' => '%22', "\r" => '%0D', "\n" => '%0A']);
    }
}
