<?php

declare(strict_types=1);

namespace Parley\Core;

use Parley\Attempt;
use Parley\Exception\CancelledError;
use Parley\Exception\ParleyError;

/** @internal The attempts of one call, and what they tell of its outcome. */
final class History
{
    public int $retries = 0;

    /** Whether the token was renewed: once per call, and not counted as a retry. */
    public bool $isRenewed = false;

    /** @var list<Attempt> */
    private array $attempts = [];

    /** That of the last attempt, but `unknown` for good once one was: what the server did then is done. */
    private string $outcome = 'not_sent';

    public function __construct(private readonly string $id)
    {
    }

    /** The id of the next request: that of the call, and its number from the second on. */
    public function requestId(): string
    {
        return $this->attempts === [] ? $this->id : $this->id . '.' . (count($this->attempts) + 1);
    }

    public function isUnknown(): bool
    {
        return $this->outcome === 'unknown';
    }

    /** @param float|null $delay seconds before the next attempt; null if there is none */
    public function failed(ParleyError $error, ?float $delay): void
    {
        $this->attempts[] = new Attempt($error->status ?? null, self::name($error), $delay, $this->requestId());
        $this->outcome = $this->isUnknown() ? 'unknown' : Retry::outcome($error);
    }

    /** @return list<Attempt> with the last one */
    public function succeeded(int $status): array
    {
        return [...$this->attempts, new Attempt($status, null, null, $this->requestId())];
    }

    /** The error that ends the call, with what is known of it. A read has no outcome. */
    public function ended(ParleyError $error, Job $job): ParleyError
    {
        $isInFlight = $error instanceof CancelledError && $error->wasSent;
        $error->attempts = $this->attempts;
        $error->outcome = match (true) {
            $job->method === 'GET' => null,
            $isInFlight => 'unknown',
            default => $this->outcome,
        };
        $error->idempotencyKey = $job->key();
        return $error;
    }

    /** The class of an error without its ending. */
    public static function name(ParleyError $error): string
    {
        return preg_replace('/^.*\\\\|Error$/', '', $error::class);
    }
}
