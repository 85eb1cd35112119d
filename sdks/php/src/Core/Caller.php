<?php

declare(strict_types=1);

namespace Parley\Core;

use Parley\Exception\ApiError;
use Parley\Exception\CancelledError;
use Parley\Exception\ConnectionError;
use Parley\Exception\DecodeError;
use Parley\Exception\OAuthError;
use Parley\Exception\ParleyError;
use Parley\Exception\TokenExpiredError;
use Parley\Response;

/** @internal Sends requests, and repeats those that may succeed later. */
final class Caller
{
    /** Seconds: the server allows an upload five minutes. */
    private const UPLOAD_TIMEOUT = 330.0;
    public const IDLE_TIMEOUT = 60.0;

    private readonly RetryBudget $budget;

    /** @var array<string, true> operations of which a deprecation was logged */
    private array $deprecated = [];

    public function __construct(private readonly Config $config)
    {
        $this->budget = new RetryBudget();
    }

    /**
     * @return array{mixed, Response} what `accept` has made of the answer
     * @throws ParleyError
     */
    public function run(Job $job): array
    {
        $deadline = $this->config->clock->after($this->totalTimeout($job));
        $history = new History($job->options->headers['X-Request-Id'] ?? self::uuid());
        try {
            while (true) {
                $token = $this->token($job);
                try {
                    [$result, $response] = $this->attempt($job, $token, $history->requestId(), $deadline);
                    $this->budget->add();
                    return [$result, $response->with(attempts: $history->succeeded($response->status))];
                } catch (ConnectionError | ApiError | OAuthError | DecodeError $error) {
                    if ($history->isUnknown() && $job->method === 'DELETE' && $error->getCode() === 'not_found') {
                        $attempts = $history->succeeded($error->status);
                        return [null, new Response($error->status, $error->headers, $attempts, alreadyGone: true)];
                    }
                    $this->wait($job, $error, $token, $history, $deadline);
                }
            }
        } catch (CancelledError $error) {
            throw $history->ended($error, $job);
        }
    }

    /**
     * Sends one request, and returns its answer before its body: a stream, of which the time is not limited.
     *
     * @throws ParleyError
     */
    public function open(Job $job): HttpResponse
    {
        for ($isRenewed = false;; $isRenewed = true) {
            $token = $this->token($job);
            $request = $this->request($job, $token, self::uuid(), null, isStream: true);
            $answer = $this->config->transport->send($request);
            if ($answer->status >= 200 && $answer->status < 300) {
                return $answer;
            }
            $error = ($job->refuse)(new Response($answer->status, $answer->headers), $answer->text());
            if ($isRenewed || !$error instanceof TokenExpiredError || !$this->renew($job, $token)) {
                throw $error;
            }
        }
    }

    /** A random UUID (RFC 9562, version 4). */
    public static function uuid(): string
    {
        $bytes = random_bytes(16);
        $bytes[6] = chr(ord($bytes[6]) & 0x0f | 0x40);
        $bytes[8] = chr(ord($bytes[8]) & 0x3f | 0x80);
        return vsprintf('%s%s-%s-%s-%s-%s%s%s', str_split(bin2hex($bytes), 4));
    }

    public function warn(string $message): void
    {
        $this->config->logger?->warning("parley: $message");
    }

    /** @return array{mixed, Response} */
    private function attempt(
        Job $job,
        #[\SensitiveParameter] ?string $token,
        string $requestId,
        float $deadline,
    ): array {
        $limit = $job->options->timeout ?? ($job->isUpload() ? self::UPLOAD_TIMEOUT : $this->config->timeout);
        $request = $this->request($job, $token, $requestId, min($deadline, $this->config->clock->after($limit)));
        $start = Clock::now();
        try {
            $answer = $this->config->transport->send($request);
            $text = $answer->text();
        } catch (ParleyError $error) {
            $this->debug($request, $start, History::name($error));
            throw $error;
        }
        $response = new Response($answer->status, $answer->headers);
        $this->debug($request, $start, (string) $answer->status, $answer->headers);
        $this->notice($job, $response);
        $isNotModified = $answer->status === 304 && isset($job->headers['If-None-Match']);
        if ($isNotModified || ($answer->status >= 200 && $answer->status < 300)) {
            return [$isNotModified ? null : ($job->accept)($response, $text), $response];
        }
        throw ($job->refuse)($response, $text);
    }

    private function request(
        Job $job,
        #[\SensitiveParameter] ?string $token,
        string $requestId,
        ?float $deadline,
        bool $isStream = false,
    ): HttpRequest {
        $hook = $this->config->hooks?->onRequest;
        $further = $hook === null ? [] : $hook($job->method, $job->url);
        $own = ['User-Agent' => $this->config->userAgent];
        $clock = $this->config->clock;
        return new HttpRequest(
            method: $job->method,
            url: $job->url,
            headers: [...$own, ...$job->headers, ...$further, 'X-Request-Id' => $requestId],
            token: $token === null ? null : new \SensitiveParameterValue($token),
            body: $job->body(),
            connectTimeout: $clock->scaled($this->config->connectTimeout),
            deadline: $deadline,
            idleTimeout: $isStream || $job->isUpload() ? $clock->scaled(self::IDLE_TIMEOUT) : null,
            isStream: $isStream,
            maxBytes: $isStream ? PHP_INT_MAX : $this->config->maxResponseBytes,
            proxy: $this->config->proxy,
            ca: $this->config->ca,
            compress: $this->config->compress,
            signal: $job->options->signal,
        );
    }

    private function totalTimeout(Job $job): float
    {
        $upload = $job->isUpload() ? self::UPLOAD_TIMEOUT : 0;
        return $job->options->totalTimeout ?? $this->config->totalTimeout + $upload;
    }

    private function token(Job $job): ?string
    {
        $token = $job->credentials?->token();
        if ($token !== null) {
            $this->config->checkMode($token);
        }
        return $token;
    }

    private function renew(Job $job, #[\SensitiveParameter] ?string $token): bool
    {
        return $token !== null && $job->credentials?->renew($token) !== null;
    }

    /** Waits until the next attempt, or throws the error if there is none. */
    private function wait(
        Job $job,
        ConnectionError | ApiError | OAuthError | DecodeError $error,
        #[\SensitiveParameter] ?string $token,
        History $history,
        float $deadline,
    ): void {
        if ($error instanceof TokenExpiredError && !$history->isRenewed && $this->renew($job, $token)) {
            $history->isRenewed = true;
            $history->failed($error, 0);
            return;
        }
        $delay = $this->delay($job, $error, $history->retries, $deadline);
        $history->failed($error, $delay);
        if ($delay === null) {
            throw $history->ended($error, $job);
        }
        $history->retries += 1;
        // Without the message of the error: it may quote what was sent.
        $name = History::name($error);
        $this->warn(sprintf('%s: %s, retry %d in %.2f s', $job->operation, $name, $history->retries, $delay));
        $this->config->clock->sleepUntil(Clock::now() + $delay, $job->options->signal);
    }

    /** @return float|null seconds before the next attempt, scaled; null if there is none */
    private function delay(Job $job, ParleyError $error, int $retries, float $deadline): ?float
    {
        $maxRetries = $job->options->maxRetries ?? $this->config->maxRetries;
        if ($retries >= $maxRetries || !$job->retry->allows($error) || !$job->isReplayable()) {
            return null;
        }
        // A server closes idle connections: the next one is as good as new.
        $isStale = $error instanceof ConnectionError && $error->wasStale && $retries === 0;
        $delay = $isStale ? 0.0 : Retry::delay($retries + 1);
        $told = $error->retryAfter ?? null;
        if ($told !== null) {
            $delay = max($delay, $told * (1 + Retry::random() / 10));
        }
        $delay = $this->config->clock->scaled($delay);
        if (Clock::now() + $delay >= $deadline) {
            return null;
        }
        $isOutage = $error instanceof ConnectionError || $error->status >= 500;
        return !$isOutage || $this->budget->take() ? $delay : null;
    }

    /** Tells the hook of an answer, and the log once per operation that it is deprecated. */
    private function notice(Job $job, Response $response): void
    {
        $hook = $this->config->hooks?->onResponse;
        if ($hook !== null) {
            $hook($response);
        }
        if ($response->deprecation !== null && !isset($this->deprecated[$job->operation])) {
            $this->deprecated[$job->operation] = true;
            $end = $response->sunset === null ? '' : ", and ends on $response->sunset";
            $this->warn("$job->operation is deprecated$end");
        }
    }

    /** @param array<string, string> $headers of the answer */
    private function debug(HttpRequest $request, float $start, string $result, array $headers = []): void
    {
        if ($this->config->logger === null) {
            return;
        }
        $path = Url::loggable($request->url);
        $milliseconds = (int) round(1000 * (Clock::now() - $start));
        $this->config->logger->debug(
            "parley: $request->method $path $result $milliseconds ms [request {$request->headers['X-Request-Id']}]",
            ['request' => HttpRequest::loggable($request->headers), 'response' => HttpRequest::loggable($headers)],
        );
    }
}
