<?php

declare(strict_types=1);

namespace Parley\Core;

use Parley\Exception\InvalidArgumentError;

/** A request as a Transport sends it. */
final class HttpRequest
{
    /** Headers that a log, a dump or a stack trace may show. */
    private const SHOWN = ['accept', 'content-length', 'content-type', 'if-match', 'if-none-match', 'prefer',
        'range', 'user-agent', 'x-request-id', 'idempotency-key', 'last-event-id', 'expect', 'etag', 'retry-after',
        'date', 'deprecation', 'sunset', 'idempotent-replayed', 'x-ratelimit-limit', 'x-ratelimit-remaining',
        'x-ratelimit-reset', 'cache-control', 'connection', 'transfer-encoding'];

    private readonly \SensitiveParameterValue $body;

    /**
     * @param array<string, string> $headers without that of the token
     * @param \SensitiveParameterValue|null $token of `Authorization: Bearer`; hidden in dumps and stack traces
     * @param float $connectTimeout seconds
     * @param float|null $deadline instant of `hrtime()`, in seconds
     * @param float|null $idleTimeout seconds without a byte
     * @param bool $isStream whether the answer is returned as soon as its headers are there
     * @param string|null $ca path of a PEM file with further certificate authorities
     * @param (\Closure(): bool)|null $signal true cancels the request
     */
    public function __construct(
        public readonly string $method,
        public readonly string $url,
        public readonly array $headers,
        public readonly ?\SensitiveParameterValue $token = null,
        #[\SensitiveParameter] string|Multipart|null $body = null,
        public readonly float $connectTimeout = 5,
        public readonly ?float $deadline = null,
        public readonly ?float $idleTimeout = null,
        public readonly bool $isStream = false,
        public readonly int $maxBytes = PHP_INT_MAX,
        public readonly ?Proxy $proxy = null,
        public readonly ?string $ca = null,
        public readonly bool $compress = false,
        public readonly ?\Closure $signal = null,
    ) {
        $this->body = new \SensitiveParameterValue($body);
        $areNames = preg_match('/^[\w!#$%&\'*+.^`|~ -]*$/D', implode(' ', array_keys($headers))) === 1;
        if (!$areNames || strpbrk(implode('', $headers), "\r\n\0") !== false) {
            throw new InvalidArgumentError('a header contains a line break, or another character that cannot be sent');
        }
    }

    /** What is sent: it is hidden in dumps. */
    public function body(): string|Multipart|null
    {
        return $this->body->getValue();
    }

    /** @return array<string, string> all headers, with the credential */
    public function allHeaders(): array
    {
        $token = $this->token?->getValue();
        return $token === null ? $this->headers : [...$this->headers, 'Authorization' => "Bearer $token"];
    }

    /**
     * @param array<string, string> $headers
     * @return array<string, string> with `[…]` for the values that a log must not show
     */
    public static function loggable(array $headers): array
    {
        foreach ($headers as $name => $value) {
            $headers[$name] = in_array(strtolower($name), self::SHOWN, true) ? $value : '[…]';
        }
        return $headers;
    }

    /** @return array<string, mixed> */
    public function __debugInfo(): array
    {
        return [
            'method' => $this->method,
            'url' => Url::loggable($this->url),
            'headers' => self::loggable($this->headers),
        ];
    }
}
