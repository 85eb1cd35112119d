<?php

declare(strict_types=1);

namespace Parley;

use Parley\Core\Caller;
use Parley\Core\Config;
use Parley\Core\HttpRequest;
use Parley\Core\HttpResponse;
use Parley\Core\Retry;
use Parley\Core\Url;
use Parley\Exception\ApiError;
use Parley\Exception\ConnectionError;
use Parley\Exception\DecodeError;
use Parley\Exception\InvalidArgumentError;
use Parley\Exception\ParleyError;
use Parley\Exception\TruncatedError;
use Parley\Model\UploadedFile;

/**
 * The content of a file, in pieces. Each iteration downloads it again; one that is cut off continues where it was. The
 * request has no credential: its address, which is a secret itself, may lead to an object storage.
 *
 * @implements \IteratorAggregate<int, string>
 */
final class Download implements \IteratorAggregate
{
    private const MOST_REDIRECTS = 3;

    /** Bytes with which an attempt has succeeded, even if it is cut off: with fewer, it counts as a failure. */
    private const PROGRESS = 65_536;

    /** The record of the file. */
    public readonly UploadedFile $file;

    /**
     * @internal
     * @param \Closure(): UploadedFile $read
     */
    public function __construct(
        private readonly Config $config,
        private readonly \Closure $read,
        private readonly Options $options,
    ) {
        $this->file = $read();
    }

    /**
     * Writes the content to a path, which has the whole file or what it had before.
     *
     * @return int bytes
     * @throws ParleyError
     */
    public function saveTo(string $path): int
    {
        $temporary = tempnam(dirname($path), '.download');
        $stream = $temporary === false ? false : fopen($temporary, 'wb');
        if ($stream === false) {
            throw new InvalidArgumentError("cannot write to the folder of $path");
        }
        try {
            $bytes = 0;
            foreach ($this as $piece) {
                if (fwrite($stream, $piece) !== strlen($piece)) {
                    throw new InvalidArgumentError("cannot write to $path");
                }
                $bytes += strlen($piece);
            }
            fclose($stream);
            chmod($temporary, 0666 & ~umask());
            rename($temporary, $path);
            return $bytes;
        } finally {
            if (is_file($temporary)) {
                unlink($temporary);
            }
        }
    }

    /**
     * @return \Generator<int, string>
     * @throws ParleyError
     */
    public function getIterator(): \Generator
    {
        $url = $this->file->url ?? throw new InvalidArgumentError('the file was deleted');
        $isRenewed = false;
        $failures = 0;
        $offset = 0;
        $size = $this->file->size;
        $etag = null;
        while (true) {
            try {
                $answer = $this->open($url, $offset, $etag);
                $etag ??= $answer->headers['etag'] ?? null;
                $goal = $offset + self::PROGRESS;
                foreach ($answer->body as $piece) {
                    $offset += strlen($piece);
                    if ($offset > $size) {
                        throw new ConnectionError('the download is larger than its file', isRepeatable: false);
                    }
                    yield $piece;
                    $failures = $offset < $goal ? $failures : 0;
                }
                if ($offset === $size) {
                    return;
                }
                // The end of a connection may be that of the body, or a cut.
                throw new TruncatedError('the download ended before its file');
            } catch (ApiError $error) {
                if ($isRenewed || !in_array($error->status, [403, 404], true)) {
                    $failures = $this->next($error, $failures);
                    continue;
                }
                // The link has expired: a new one is in the record.
                $isRenewed = true;
                $url = ($this->read)()->url ?? throw $error;
            } catch (ConnectionError $error) {
                $failures = $this->next($error, $failures);
            }
        }
    }

    /** Waits before the next attempt, or throws. */
    private function next(ApiError | ConnectionError $error, int $failures): int
    {
        $failures += 1;
        $maxRetries = $this->options->maxRetries ?? $this->config->maxRetries;
        $isTooLong = Retry::isTooLong($error->retryAfter ?? null);
        if ($failures > $maxRetries || $isTooLong || !Retry::Repeatable->allows($error)) {
            throw $error;
        }
        $delay = max(Retry::delay($failures), $error->retryAfter ?? 0);
        $this->config->clock->sleepUntil($this->config->clock->after($delay), $this->options->signal);
        return $failures;
    }

    private function open(string $url, int $offset, ?string $etag): HttpResponse
    {
        if (!Url::isLink($url)) {
            throw new DecodeError('the link of the file is no URL of http or https');
        }
        for ($redirects = 0;; $redirects += 1) {
            $answer = $this->config->transport->send($this->request($url, $offset, $etag));
            $isRedirect = $answer->status >= 300 && $answer->status < 400 && isset($answer->headers['location']);
            $target = $isRedirect ? Url::redirected($url, $answer->headers['location']) : null;
            if ($target === null || $redirects === self::MOST_REDIRECTS) {
                break;
            }
            $answer->text();
            $url = $target;
        }
        $range = "#^bytes $offset-\d+/{$this->file->size}$#D";
        $isRange = preg_match($range, $answer->headers['content-range'] ?? '') === 1;
        if ($offset === 0 ? $answer->status === 200 : $answer->status === 206 && $isRange) {
            return $answer;
        }
        if ($answer->status === 200 || $answer->status === 206) {
            throw new TruncatedError('the download was cut off, and cannot be continued', isRepeatable: false);
        }
        throw ApiError::of(new Response($answer->status, $answer->headers), $answer->text());
    }

    private function request(string $url, int $offset, ?string $etag): HttpRequest
    {
        $headers = ['User-Agent' => $this->config->userAgent];
        if ($offset > 0) {
            $headers['Range'] = "bytes=$offset-";
            $headers += $etag === null ? [] : ['If-Range' => $etag];
        }
        return new HttpRequest(
            method: 'GET',
            url: $url,
            headers: $headers,
            connectTimeout: $this->config->clock->scaled($this->config->connectTimeout),
            idleTimeout: $this->config->clock->scaled(Caller::IDLE_TIMEOUT),
            isStream: true,
            proxy: $this->config->proxy,
            ca: $this->config->ca,
            signal: $this->options->signal,
        );
    }
}
