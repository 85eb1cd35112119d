<?php

declare(strict_types=1);

namespace Parley;

use Parley\Exception\InvalidArgumentError;

/**
 * A file to upload. It is read while it is sent, and read again from where it began if the request is repeated; a
 * stream that cannot seek can be read once only, so its upload has one attempt, whatever `maxRetries` says.
 */
final class File
{
    private const TYPE = 'application/octet-stream';

    /**
     * @param int|null $length in bytes; null if it is not known
     * @param \Closure(): resource $open returns a stream at the first byte to send
     */
    private function __construct(
        public readonly string $name,
        public readonly string $type,
        public readonly ?int $length,
        public readonly bool $isReplayable,
        private readonly \Closure $open,
    ) {
    }

    /** The file at a path, under its own name unless another is given. */
    public static function fromPath(string $path, ?string $name = null, ?string $type = null): self
    {
        if (!is_file($path) || !is_readable($path)) {
            throw new InvalidArgumentError("cannot read the file $path");
        }
        $open = static fn () => fopen($path, 'rb');
        return new self($name ?? basename($path), $type ?? self::TYPE, filesize($path), true, $open);
    }

    /** A file whose content is in memory. */
    public static function fromBytes(
        #[\SensitiveParameter] string $bytes,
        string $name = 'file',
        ?string $type = null,
    ): self {
        return new self($name, $type ?? self::TYPE, strlen($bytes), true, static function () use ($bytes) {
            $stream = fopen('php://memory', 'w+b');
            fwrite($stream, $bytes);
            rewind($stream);
            return $stream;
        });
    }

    /**
     * An open stream, from its present position to its end. It stays open.
     *
     * @param resource $stream
     */
    public static function fromStream($stream, ?string $name = null, ?string $type = null): self
    {
        if (!is_resource($stream)) {
            throw new InvalidArgumentError('not an open stream');
        }
        $meta = stream_get_meta_data($stream);
        $offset = $meta['seekable'] ? ftell($stream) : null;
        $size = fstat($stream)['size'] ?? null;
        $name ??= str_contains($meta['uri'] ?? '', '://') ? 'file' : basename($meta['uri'] ?? 'file');
        $length = $offset === null || $size === null ? null : max(0, $size - $offset);
        $open = static function () use ($stream, $offset) {
            if ($offset !== null) {
                fseek($stream, $offset);
            }
            return $stream;
        };
        return new self($name, $type ?? self::TYPE, $length, $offset !== null, $open);
    }

    /**
     * A file that is opened for each attempt.
     *
     * @param \Closure(): resource $open returns a stream, which is read to its end
     */
    public static function fromFactory(\Closure $open, string $name = 'file', ?string $type = null): self
    {
        return new self($name, $type ?? self::TYPE, null, true, $open);
    }

    /**
     * @internal
     * @return resource
     */
    public function open()
    {
        $stream = ($this->open)();
        return is_resource($stream) ? $stream : throw new InvalidArgumentError("cannot open the file $this->name");
    }
}
