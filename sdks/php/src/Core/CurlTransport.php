<?php

declare(strict_types=1);

namespace Parley\Core;

use Parley\Transport;

/**
 * @internal Sends requests with ext-curl. A handle is reset and used again, and so are connections. Calls of a pool
 * share one multi handle; each stream has its own, so that it is read only when its consumer asks for more.
 */
final class CurlTransport implements Transport
{
    private const IDLE_CONNECTIONS = 20;

    public readonly Pool $pool;
    private \CurlMultiHandle $multi;

    /** @var list<\CurlHandle> */
    private array $idle = [];

    /** @var array<int, Transfer> those under way, by the id of their handle */
    private array $transfers = [];

    /** @var list<mixed> */
    private array $inherited = [];
    private int $pid;

    public function __construct()
    {
        $this->pool = new Pool();
        $this->multi = self::newMulti();
        $this->pid = getmypid();
    }

    public function send(HttpRequest $request): HttpResponse
    {
        $this->leaveParent();
        do {
            $transfer = $this->transfer($request);
            // The connection was closed: a read can go to the next one.
        } while ($transfer->isOfOther());
        if ($request->isStream) {
            return new HttpResponse($transfer->status, $transfer->headers, $this->pieces($transfer));
        }
        return new HttpResponse($transfer->status, $transfer->headers, [$transfer->received]);
    }

    /** Waits until there is something to do for a call of the pool. */
    public function idle(): void
    {
        if (curl_multi_select($this->multi, 0.01) <= 0) {
            usleep(500);
        }
    }

    /** @return Transfer that has ended, or has the headers of a stream */
    private function transfer(HttpRequest $request): Transfer
    {
        $transfer = new Transfer($request, array_pop($this->idle) ?? curl_init());
        $isOpen = false;
        try {
            if ($request->isStream || $request->signal !== null || $this->pool->isRunning()) {
                $this->begin($transfer, $request->isStream ? self::newMulti() : $this->multi);
                while (!$transfer->isDone() && !($request->isStream && $transfer->hasHeaders())) {
                    $this->proceed($transfer);
                }
            } else {
                // Nothing else happens meanwhile: this costs a quarter less than a multi handle.
                curl_exec($transfer->handle);
                $transfer->result = curl_errno($transfer->handle);
            }
            // A stream may have ended with its headers: what came of it is read all the same.
            $isOpen = $request->isStream && $transfer->hasHeaders();
            if (!$isOpen && !($transfer->isOfOther() && $request->method === 'GET')) {
                $transfer->verify();
            }
        } finally {
            if (!$isOpen) {
                $this->release($transfer);
            }
        }
        return $transfer;
    }

    private function begin(Transfer $transfer, \CurlMultiHandle $multi): void
    {
        $transfer->multi = $multi;
        $this->transfers[spl_object_id($transfer->handle)] = $transfer;
        curl_multi_add_handle($multi, $transfer->handle);
    }

    /** @return \Generator<int, string> ends the connection when it is left before its end */
    private function pieces(#[\SensitiveParameter] Transfer $transfer): \Generator
    {
        try {
            do {
                $transfer->touch();
                while ($transfer->received === '' && !$transfer->isDone()) {
                    $this->proceed($transfer);
                }
                $piece = $transfer->received;
                $transfer->received = '';
                if ($piece !== '') {
                    yield $piece;
                }
            } while (!$transfer->isDone() || $transfer->received !== '');
            $transfer->verify();
        } finally {
            $this->release($transfer);
        }
    }

    /** Sends and receives what is possible now, or waits for it. */
    private function proceed(#[\SensitiveParameter] Transfer $transfer): void
    {
        curl_multi_exec($transfer->multi, $running);
        while (($message = curl_multi_info_read($transfer->multi)) !== false) {
            $this->transfers[spl_object_id($message['handle'])]->result = $message['result'];
        }
        if ($transfer->isDone() || ($transfer->received !== '' && $transfer->request->isStream)) {
            return;
        }
        $transfer->check();
        if (!$this->pool->pause() && curl_multi_select($transfer->multi, $transfer->patience()) < 0) {
            usleep(500);
        }
    }

    /** A transfer that has not ended leaves a connection that nothing else may use: curl closes it. */
    private function release(Transfer $transfer): void
    {
        unset($this->transfers[spl_object_id($transfer->handle)]);
        if ($transfer->multi !== null) {
            curl_multi_remove_handle($transfer->multi, $transfer->handle);
        }
        curl_reset($transfer->handle);
        if (count($this->idle) < self::IDLE_CONNECTIONS) {
            $this->idle[] = $transfer->handle;
        }
    }

    /**
     * A process that was forked must not use the connections of its parent. It keeps them, for to free them would end
     * TLS connections that the parent is using.
     */
    private function leaveParent(): void
    {
        if (getmypid() === $this->pid) {
            return;
        }
        $this->inherited[] = [$this->multi, $this->idle, $this->transfers];
        $this->multi = self::newMulti();
        $this->idle = [];
        $this->transfers = [];
        $this->pid = getmypid();
    }

    private static function newMulti(): \CurlMultiHandle
    {
        $multi = curl_multi_init();
        curl_multi_setopt($multi, CURLMOPT_PIPELINING, CURLPIPE_NOTHING);
        curl_multi_setopt($multi, CURLMOPT_MAXCONNECTS, self::IDLE_CONNECTIONS);
        return $multi;
    }

    /** @return array<string, mixed> */
    public function __debugInfo(): array
    {
        return [];
    }
}
