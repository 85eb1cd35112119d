<?php

declare(strict_types=1);

namespace Parley;

use Parley\Core\ApiKey;
use Parley\Core\Config;
use Parley\Core\CurlTransport;
use Parley\Core\Requester;
use Parley\Exception\ConfigurationError;
use Parley\Exception\ParleyError;
use Parley\Resource\Api;

/** A client of the API of one installation. It does not change; it may be used after a fork. */
final class Client extends Api
{
    public const VERSION = '0.1.0';

    /** What the client was made with, for those that are made from it. */
    private readonly \SensitiveParameterValue $options;

    /**
     * All times are seconds.
     *
     * @param string|null $baseUrl address of the API; the variable PARLEY_BASE_URL by default
     * @param string|null $apiKey an API key or a personal access token; the variable PARLEY_API_KEY by default
     * @param Credentials|null $auth in place of a key: `$oauth->credentials($store)`
     * @param float $timeout of one attempt. It is longer than the time limit of the server, so that the server tells
     *   whether a write has happened
     * @param float $connectTimeout of name resolution, connection and TLS
     * @param float $totalTimeout of all attempts of a call and the waits between them
     * @param int $maxRetries 0 means exactly one attempt
     * @param string|null $proxy URL of an HTTP proxy; by default HTTPS_PROXY, HTTP_PROXY and NO_PROXY say it
     * @param string|null $ca path of a PEM file with certificate authorities beside those of the system
     * @param object|null $logger with the methods `debug` and `warning` of PSR-3; gets no secrets and no bodies
     * @param array{name: string, version?: string, url?: string}|null $app what the User-Agent tells of your program
     * @param string|null $expectMode `live` or `test`: a credential of the other mode is refused
     * @param bool $allowInsecure whether the credential may be sent over plain http to another machine
     * @param bool $compress whether to ask for compressed answers
     * @param int $maxResponseBytes an answer that is larger is a DecodeError; downloads have no limit
     * @param float $timeScale multiplies all waits and time limits, for tests
     * @throws ConfigurationError
     */
    public function __construct(
        ?string $baseUrl = null,
        #[\SensitiveParameter] ?string $apiKey = null,
        ?Credentials $auth = null,
        float $timeout = 20,
        float $connectTimeout = 5,
        float $totalTimeout = 90,
        int $maxRetries = 3,
        #[\SensitiveParameter] ?string $proxy = null,
        ?string $ca = null,
        ?Transport $transport = null,
        ?object $logger = null,
        ?Hooks $hooks = null,
        ?array $app = null,
        ?string $expectMode = null,
        bool $allowInsecure = false,
        bool $compress = false,
        int $maxResponseBytes = 67_108_864,
        float $timeScale = 1,
    ) {
        $options = get_defined_vars();
        $options['baseUrl'] ??= getenv('PARLEY_BASE_URL')
            ?: throw new ConfigurationError('baseUrl, or the variable PARLEY_BASE_URL, is missing');
        $credentials = self::credentialsOf($apiKey, $auth);
        $own = array_diff_key($options, ['apiKey' => true, 'auth' => true]);
        $config = new Config(...[...$own, 'credentials' => $credentials]);
        if ($credentials instanceof ApiKey) {
            $config->checkMode($credentials->token());
        }
        $this->options = new \SensitiveParameterValue([...$options, 'transport' => $config->transport]);
        parent::__construct(new Requester($config));
    }

    /**
     * A client with other options for some, by their names. It shares the connections of this one.
     *
     * @throws ConfigurationError
     */
    public function with(
        #[\SensitiveParameter] string|Omit|null $apiKey = Omit::Value,
        #[\SensitiveParameter] string|Omit|null $proxy = Omit::Value,
        mixed ...$changes,
    ): self {
        // Stack traces show what is among `$changes`.
        $secrets = ['apiKey' => $apiKey, 'proxy' => $proxy];
        $changes += array_filter($secrets, static fn (mixed $one) => $one !== Omit::Value);
        $options = $this->options->getValue();
        // A credential of the other kind replaces the former one.
        $former = match (true) {
            isset($changes['auth']) => ['apiKey' => null],
            isset($changes['apiKey']) => ['auth' => null],
            default => [],
        };
        return new self(...array_merge($options, $former, $changes));
    }

    /**
     * What is known of the answer that a result of this client came with: status, headers, request id, ETag, attempts.
     *
     * @throws Exception\InvalidArgumentError for an object that is not the result of a call of this client
     */
    public function responseOf(object $result): Response
    {
        return $result instanceof Page ? $result->response : $this->requester->responseOf($result);
    }

    /**
     * Runs calls at the same time, up to 20 of them.
     *
     * @param array<array-key, \Closure(): mixed> $calls `['a' => fn () => $client->tickets->get($a), …]`
     * @return array<array-key, mixed> their results by the same keys
     * @throws ParleyError the first error, after all calls have ended
     */
    public function pool(array $calls): array
    {
        $config = $this->requester->config;
        $transport = $config->transport;
        $idle = $transport instanceof CurlTransport ? $transport->idle(...) : static fn () => null;
        return $config->pool->run($calls, $idle);
    }

    private static function credentialsOf(#[\SensitiveParameter] ?string $apiKey, ?Credentials $auth): Credentials
    {
        if ($auth !== null) {
            return $apiKey === null ? $auth : throw new ConfigurationError('apiKey and auth exclude each other');
        }
        $apiKey ??= getenv('PARLEY_API_KEY');
        if ($apiKey === false) {
            throw new ConfigurationError('apiKey, auth or the variable PARLEY_API_KEY is missing');
        }
        return new ApiKey($apiKey);
    }
}
