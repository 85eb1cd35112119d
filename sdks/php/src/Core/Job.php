<?php

declare(strict_types=1);

namespace Parley\Core;

use Parley\Credentials;
use Parley\Exception\ApiError;
use Parley\Exception\OAuthError;
use Parley\Options;
use Parley\Response;

/** @internal What a Caller sends until it succeeds or fails: the same request in every attempt. */
final class Job
{
    private readonly \SensitiveParameterValue $body;

    /**
     * @param string $operation for the log
     * @param array<string, string> $headers
     * @param \Closure(Response, string): mixed $accept makes the result from an answer, or throws a DecodeError
     * @param \Closure(Response, string): (ApiError|OAuthError) $refuse makes the error from an answer
     */
    public function __construct(
        public readonly string $operation,
        public readonly string $method,
        public readonly string $url,
        public readonly array $headers,
        #[\SensitiveParameter] string|Multipart|null $body,
        public readonly Retry $retry,
        public readonly ?Credentials $credentials,
        public readonly Options $options,
        public readonly \Closure $accept,
        public readonly \Closure $refuse,
    ) {
        $this->body = new \SensitiveParameterValue($body);
    }

    public function body(): string|Multipart|null
    {
        return $this->body->getValue();
    }

    public function isUpload(): bool
    {
        return $this->body() instanceof Multipart;
    }

    /** Whether its body can be sent more than once. */
    public function isReplayable(): bool
    {
        $body = $this->body();
        return !$body instanceof Multipart || $body->isReplayable();
    }

    public function key(): ?string
    {
        return $this->headers['Idempotency-Key'] ?? null;
    }

    /** @return array<string, mixed> */
    public function __debugInfo(): array
    {
        return ['operation' => $this->operation, 'method' => $this->method, 'url' => Url::loggable($this->url)];
    }
}
