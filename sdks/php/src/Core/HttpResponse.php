<?php

declare(strict_types=1);

namespace Parley\Core;

/** An answer as a Transport returns it. */
final class HttpResponse
{
    /**
     * @param array<string, string> $headers by lower-case name; several of a name are joined by `, `
     * @param iterable<string> $body its pieces; can be read once
     */
    public function __construct(
        public readonly int $status,
        public readonly array $headers,
        public readonly iterable $body,
    ) {
    }

    public function text(): string
    {
        $text = '';
        foreach ($this->body as $piece) {
            $text .= $piece;
        }
        return $text;
    }
}
