<?php

declare(strict_types=1);

namespace Parley\Core;

use Parley\Exception\CancelledError;
use Parley\Exception\ConnectionError;
use Parley\Exception\ConnectTimeoutError;
use Parley\Exception\DecodeError;
use Parley\Exception\RefusedError;
use Parley\Exception\TimeoutError;
use Parley\Exception\TlsError;
use Parley\Exception\TruncatedError;

/** @internal One request on a handle of curl, from its options to the answer or the error. */
final class Transfer
{
    /** Errors of curl that tell of a certificate or a file of certificates: the same again next time. */
    private const CERTIFICATE = [51, 53, 54, 58, 59, 60, 66, 77, 80, 82, 83, 90, 91];

    /** Unsupported protocol, an answer that is not HTTP, and headers or encodings that cannot be read. */
    private const PROTOCOL = [1, 3, 4, 8, 43, 61];

    /** What a callback returns to end the transfer (CURL_READFUNC_ABORT). */
    private const ABORT = 0x10000000;

    /** Ids of requests that the server repeats in its answers. */
    private const REPEATED_ID = '/^[\w.-]{1,128}$/D';

    public int $status = 0;

    /** @var array<string, string> */
    public array $headers = [];
    public string $received = '';
    public ?int $result = null;
    public ?\CurlMultiHandle $multi = null;
    private string $head = '';
    private bool $hasHeaders = false;
    private bool $isOfOther = false;
    private ?\Throwable $failure = null;
    private bool $wasReused = false;
    private int $bytes = 0;
    private float $lastActivity;

    public function __construct(public readonly HttpRequest $request, public readonly \CurlHandle $handle)
    {
        $this->touch();
        curl_reset($handle);
        curl_setopt_array($handle, $this->options() + $this->bodyOptions() + $this->proxyOptions());
    }

    public function isDone(): bool
    {
        return $this->result !== null;
    }

    public function hasHeaders(): bool
    {
        return $this->hasHeaders;
    }

    /** Whether what came may be the answer to another request, or none. */
    public function isOfOther(): bool
    {
        return $this->isOfOther;
    }

    public function touch(): void
    {
        $this->lastActivity = Clock::now();
    }

    /** @throws CancelledError|ConnectionError if the time is over, or the signal says so */
    public function check(): void
    {
        $request = $this->request;
        if ($request->signal !== null && ($request->signal)()) {
            $error = new CancelledError('cancelled during the request');
            $error->wasSent = $this->isSent();
            throw $error;
        }
        if ($this->timeLeft() <= 0) {
            throw $this->late();
        }
    }

    /** Seconds that may pass before the next check. */
    public function patience(): float
    {
        return max(0.001, min($this->timeLeft(), $this->request->signal === null ? 1.0 : Clock::SIGNAL_INTERVAL));
    }

    /** @throws ConnectionError|DecodeError if the transfer has failed */
    public function verify(): void
    {
        $code = $this->result;
        if ($code === CURLE_OK) {
            return;
        }
        if ($this->bytes > $this->request->maxBytes) {
            $type = $this->headers['content-type'] ?? null;
            throw new DecodeError("the answer is larger than {$this->request->maxBytes} bytes", $this->status, $type);
        }
        if ($this->isOfOther) {
            throw new ConnectionError('the answer on a reused connection is not the one to this request');
        }
        if ($this->failure !== null) {
            throw $this->failure;
        }
        $text = curl_error($this->handle) ?: curl_strerror($code) ?? "curl error $code";
        $isSent = $this->isSent();
        throw match (true) {
            in_array($code, self::CERTIFICATE, true) => new TlsError($text, wasSent: false, isRepeatable: false),
            in_array($code, self::PROTOCOL, true) => new ConnectionError($text, $isSent, isRepeatable: false),
            $code === CURLE_COULDNT_CONNECT => new RefusedError($text, wasSent: false),
            $code === CURLE_SSL_CONNECT_ERROR => new TlsError($text, wasSent: false),
            $code === CURLE_OPERATION_TIMEDOUT => $this->late(),
            $this->hasHeaders => new TruncatedError($text),
            default => new ConnectionError($text, $isSent, wasStale: $isSent && $this->wasReused),
        };
    }

    private function late(): ConnectionError
    {
        return $this->isSent()
            ? new TimeoutError('no complete answer within the time limit')
            : new ConnectTimeoutError('no connection within the time limit', wasSent: false);
    }

    /** Whether the request has begun: before that there were name, connection, TLS and proxy. */
    private function isSent(): bool
    {
        return curl_getinfo($this->handle, CURLINFO_PRETRANSFER_TIME_T) > 0;
    }

    private function timeLeft(): float
    {
        $idleEnd = $this->lastActivity + ($this->request->idleTimeout ?? INF);
        return min($idleEnd, $this->request->deadline ?? INF) - Clock::now();
    }

    /** @return array<int, mixed> */
    private function options(): array
    {
        $request = $this->request;
        // Before a large form the server may refuse it (401, 422), so that it need not be sent.
        $body = $request->body();
        $isLarge = $body instanceof Multipart && ($body->length() ?? PHP_INT_MAX) > 1_048_576;
        $headers = [$isLarge ? 'Expect: 100-continue' : 'Expect:'];
        // An empty body would be announced as a form.
        if (!isset($request->headers['Content-Type'])) {
            $headers[] = 'Content-Type:';
        }
        foreach ($request->allHeaders() as $name => $value) {
            $headers[] = $value === '' ? "$name;" : "$name: $value";
        }
        $options = [
            CURLOPT_URL => $request->url,
            CURLOPT_CUSTOMREQUEST => $request->method,
            CURLOPT_HTTPHEADER => $headers,
            // curl 7.88 loses requests when a server ends an HTTP/2 connection.
            CURLOPT_HTTP_VERSION => CURL_HTTP_VERSION_1_1,
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_SSLVERSION => CURL_SSLVERSION_TLSv1_2,
            CURLOPT_CONNECTTIMEOUT_MS => max(1, (int) ceil(1000 * $request->connectTimeout)),
            CURLOPT_MAXAGE_CONN => 60,
            CURLOPT_FRESH_CONNECT => preg_match(self::REPEATED_ID, $this->id()) !== 1,
            CURLOPT_FORBID_REUSE => true,
            CURLOPT_NOSIGNAL => true,
            CURLOPT_SUPPRESS_CONNECT_HEADERS => true,
            CURLOPT_HEADERFUNCTION => $this->onHeader(...),
            CURLOPT_WRITEFUNCTION => $this->onBytes(...),
            CURLOPT_NOPROGRESS => false,
            CURLOPT_XFERINFOFUNCTION => $this->onProgress(...),
        ];
        if ($request->ca !== null) {
            $options[CURLOPT_CAINFO] = $request->ca;
        }
        if ($request->deadline !== null) {
            $options[CURLOPT_TIMEOUT_MS] = max(1, (int) ceil(1000 * ($request->deadline - Clock::now())));
        }
        return $request->compress ? $options + [CURLOPT_ACCEPT_ENCODING => 'gzip'] : $options;
    }

    /** @return array<int, mixed> */
    private function bodyOptions(): array
    {
        $body = $this->request->body();
        if (!$body instanceof Multipart) {
            return $body === null ? [] : [CURLOPT_POSTFIELDS => $body];
        }
        $body->rewind();
        $length = $body->length();
        return [
            CURLOPT_UPLOAD => true,
            CURLOPT_READFUNCTION => function ($handle, $stream, int $size) use ($body): string|int {
                $this->touch();
                try {
                    return $body->read($size);
                } catch (\Throwable $error) {
                    // curl would take an exception for the end of the body, and wait for the answer.
                    $this->failure = $error;
                    return self::ABORT;
                }
            },
        ] + ($length === null ? [] : [CURLOPT_INFILESIZE => $length]);
    }

    /** @return array<int, mixed> without a proxy too: curl would read the variables of the environment by itself */
    private function proxyOptions(): array
    {
        $proxy = $this->request->proxy;
        $url = $proxy?->for($this->request->url) ?? '';
        return [CURLOPT_PROXY => $url, CURLOPT_NOPROXY => $proxy?->exceptions($this->request->url) ?? ''];
    }

    private function onHeader(\CurlHandle $handle, string $line): int
    {
        $this->head .= $line;
        if ($line !== "\r\n" && $line !== "\n") {
            return strlen($line);
        }
        $this->touch();
        $this->readHead();
        if ($this->hasHeaders) {
            $this->checkId();
        }
        return $this->isOfOther ? 0 : strlen($line);
    }

    /**
     * A connection is kept only after an answer that repeats the id of its request, so that each later answer on it can
     * be told from bytes that nobody has asked for: curl 7.88 takes those that come between two requests for the next
     * answer. An error without any id may be that of a proxy.
     */
    private function checkId(): void
    {
        $id = $this->headers['x-request-id'] ?? '';
        $isOwn = $id === $this->id();
        curl_setopt($this->handle, CURLOPT_FORBID_REUSE, !$isOwn);
        $isReused = curl_getinfo($this->handle, CURLINFO_NUM_CONNECTS) === 0;
        $this->isOfOther = !$isOwn && $isReused && ($this->status < 400 || $id !== '');
    }

    /** What was sent as X-Request-Id. */
    private function id(): string
    {
        return $this->request->headers['X-Request-Id'] ?? '';
    }

    /** Reads the lines of a whole head: one of 100 (Continue) is followed by another, and trailers are no head. */
    private function readHead(): void
    {
        $lines = explode("\n", $this->head);
        $this->head = '';
        if (!str_starts_with($lines[0], 'HTTP/')) {
            return;
        }
        $this->status = (int) substr($lines[0], strcspn($lines[0], ' ') + 1, 3);
        $this->headers = [];
        foreach ($lines as $line) {
            $colon = strpos($line, ':');
            if ($colon !== false) {
                $name = strtolower(substr($line, 0, $colon));
                $value = trim(substr($line, $colon + 1));
                $this->headers[$name] = isset($this->headers[$name]) ? "{$this->headers[$name]}, $value" : $value;
            }
        }
        $this->hasHeaders = $this->status >= 200;
    }

    private function onBytes(\CurlHandle $handle, string $bytes): int
    {
        $this->touch();
        $this->bytes += strlen($bytes);
        if ($this->bytes > $this->request->maxBytes) {
            return 0;
        }
        $this->received .= $bytes;
        return strlen($bytes);
    }

    /**
     * Ends the transfer before curl sends the request a second time. It does so by itself if a connection that it has
     * used before ends without an answer, whatever the method; whether and how often to repeat is decided elsewhere.
     */
    private function onProgress(\CurlHandle $handle): int
    {
        if ($this->request->idleTimeout !== null && $this->timeLeft() <= 0) {
            $this->failure = $this->late();
        } elseif (!$this->hasHeaders && curl_getinfo($handle, CURLINFO_NUM_CONNECTS) === 0) {
            $this->wasReused = $this->wasReused || $this->isSent();
        } elseif (!$this->hasHeaders && $this->wasReused) {
            $this->failure = new ConnectionError('the server had closed the connection', wasStale: true);
        }
        return $this->failure === null ? 0 : 1;
    }
}
