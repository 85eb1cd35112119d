<?php

declare(strict_types=1);

namespace Parley;

/** Functions that the client calls for each attempt. */
final class Hooks
{
    /**
     * @param (\Closure(string $method, string $url): array<string, string>)|null $onRequest returns further headers of
     *   the request, such as `traceparent`
     * @param (\Closure(Response $response): void)|null $onResponse gets what is known of an answer, whatever its status
     */
    public function __construct(
        public readonly ?\Closure $onRequest = null,
        public readonly ?\Closure $onResponse = null,
    ) {
    }
}
