<?php

declare(strict_types=1);

namespace Parley\Core;

use Parley\Exception\ApiError;
use Parley\Exception\DecodeError;
use Parley\Exception\InvalidArgumentError;
use Parley\Exception\PreconditionFailedError;
use Parley\Model\Included;
use Parley\NotModified;
use Parley\Options;
use Parley\Response;
use Parley\Result;

/** @internal What generated methods call: it encodes a call, runs it, and makes records of the answer. */
final class Requester
{
    private const MOST_EDITS = 5;

    private readonly Caller $caller;

    /** @var \WeakMap<object, Response> by result */
    private \WeakMap $responses;

    public function __construct(public readonly Config $config)
    {
        $this->caller = new Caller($config);
        $this->responses = new \WeakMap();
    }

    /**
     * @template T of Model
     * @param class-string<T> $class
     * @return T|NotModified
     */
    public function record(string $class, Call $call, ?Options $options): Model|NotModified
    {
        return $this->result($call, $options, static fn (array $answer) => $class::fromArray($answer['data'] ?? null));
    }

    /**
     * @param class-string<Model> $class of the data, or of each item of its list
     * @param class-string<Model> $meta
     */
    public function recordWithMeta(string $class, string $meta, Call $call, ?Options $options): Result
    {
        return $this->result($call, $options, static function (array $answer) use ($class, $meta): Result {
            $data = $answer['data'] ?? null;
            $isList = is_array($data) && array_is_list($data);
            $data = $isList ? array_map($class::fromArray(...), $data) : $class::fromArray($data);
            return new Result($data, $meta::fromArray($answer['meta'] ?? null), $answer);
        });
    }

    /** Runs a call that is answered by 204. Another success may be the page of a proxy, and tells nothing. */
    public function nothing(Call $call, ?Options $options): Response
    {
        $accept = static function (Response $response, string $text): void {
            if ($response->status !== 204 || $text !== '') {
                throw self::undecodable($response, $text, 'it is not an empty 204');
            }
        };
        return $this->caller->run($this->job($call, $options, $accept))[1];
    }

    /**
     * Runs a call that returns a page.
     *
     * @param \Closure(array<string, mixed>): T $make
     * @return T
     * @template T of object
     */
    public function result(Call $call, ?Options $options, \Closure $make): object
    {
        $included = null;
        $accept = static function (Response $response, string $text) use ($make, &$included): object {
            return self::decoded($response, $text, static function (array $answer) use ($make, &$included): object {
                $included = isset($answer['included']) ? Included::fromArray((array) $answer['included']) : null;
                return $make($answer);
            });
        };
        [$result, $response] = $this->caller->run($this->job($call, $options, $accept));
        $result ??= new NotModified();
        $this->responses[$result] = $response->with(included: $included);
        return $result;
    }

    public function stream(Call $call, ?Options $options): HttpResponse
    {
        return $this->caller->open($this->job($call, $options, static fn () => null));
    }

    /**
     * Reads a record, applies a change and writes it if nobody else has written it meanwhile; otherwise again.
     *
     * @template T of Model
     * @param \Closure(Options): T $get
     * @param \Closure(array<string, mixed>, Options): T $update
     * @param \Closure(T): array<string, mixed> $change
     * @return T
     * @throws PreconditionFailedError after five attempts, with the newest record
     */
    public function edit(\Closure $get, \Closure $update, \Closure $change, ?Options $options): Model
    {
        $options ??= new Options();
        for ($edit = 1;; $edit += 1) {
            $record = $get($options->with(idempotencyKey: null));
            try {
                // A key of the caller names one request, and every attempt sends another.
                return $update($change($record), $options->with(ifMatch: $record, idempotencyKey: null));
            } catch (PreconditionFailedError $error) {
                if ($edit === self::MOST_EDITS) {
                    $error->record = $get($options->with(idempotencyKey: null));
                    throw $error;
                }
            }
        }
    }

    public function responseOf(object $result): Response
    {
        return $this->responses[$result]
            ?? throw new InvalidArgumentError('this client has not returned it as the result of a call');
    }

    /**
     * @template T
     * @param \Closure(array<string, mixed>): T $make
     * @return T
     * @throws DecodeError
     */
    public static function decoded(Response $response, string $text, \Closure $make): mixed
    {
        try {
            return $make(Json::decode($text));
        } catch (\JsonException | \TypeError $error) {
            throw self::undecodable($response, $text, $error->getMessage(), $error);
        }
    }

    /** @param string|null $text null if it may contain secrets */
    public static function undecodable(
        Response $response,
        ?string $text,
        string $reason,
        ?\Throwable $previous = null,
    ): DecodeError {
        $type = $response->headers['content-type'] ?? 'no type';
        $message = "$response->status: the answer ($type) is not that of the API document: $reason";
        $body = $text === null ? null : substr($text, 0, 1024);
        return new DecodeError($message, $response->status, $type, $body, $previous);
    }

    private function job(Call $call, ?Options $options, \Closure $accept): Job
    {
        $options ??= new Options();
        $body = $call->encodedBody();
        return new Job(
            operation: $call->operation,
            method: $call->method,
            url: $this->config->baseUrl . $call->path . Url::query($call->query),
            headers: $this->headers($call, $options, $body),
            body: $body,
            retry: $call->retry(),
            credentials: $this->config->credentials,
            options: $options,
            accept: $accept,
            refuse: ApiError::of(...),
        );
    }

    /** @return array<string, string> */
    private function headers(Call $call, Options $options, string|Multipart|null $body): array
    {
        $headers = ['Accept' => 'application/json'];
        if ($call->isWrite()) {
            // A field that is misspelt, or that an older server does not know, is an error and not ignored.
            $headers['Prefer'] = 'handling=strict';
        }
        if ($call->isKeyed()) {
            $headers['Idempotency-Key'] = $options->idempotencyKey ?? Caller::uuid();
        }
        if ($body !== null && $body !== '') {
            $headers['Content-Type'] = $body instanceof Multipart ? $body->contentType() : 'application/json';
        }
        if ($options->ifMatch !== null) {
            $headers['If-Match'] = $this->etag($options->ifMatch);
        }
        if ($options->ifNoneMatch !== null) {
            $headers['If-None-Match'] = $this->etag($options->ifNoneMatch);
        }
        // Another length would let the rest of the body begin the next request.
        $own = ['connection', 'content-length', 'host', 'transfer-encoding', 'upgrade'];
        foreach (array_keys($options->headers) as $name) {
            if (in_array(strtolower((string) $name), $own, true)) {
                throw new InvalidArgumentError("the header $name is the library's own");
            }
        }
        return [...$headers, ...$options->headers];
    }

    private function etag(object|string $version): string
    {
        return is_string($version) ? $version : $this->responseOf($version)->etag
            ?? throw new InvalidArgumentError('the answer with this record had no ETag');
    }

    /** @return array<string, mixed> */
    public function __debugInfo(): array
    {
        return ['baseUrl' => $this->config->baseUrl];
    }
}
