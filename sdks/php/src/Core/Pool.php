<?php

declare(strict_types=1);

namespace Parley\Core;

/** @internal Runs calls at the same time: each in a Fiber, which pauses while its call waits. */
final class Pool
{
    private const LIMIT = 20;

    /** @var \WeakMap<\Fiber, true> those of this pool: a program may have others, which only it may suspend */
    private \WeakMap $fibers;

    public function __construct()
    {
        $this->fibers = new \WeakMap();
    }

    public function isRunning(): bool
    {
        $fiber = \Fiber::getCurrent();
        return $fiber !== null && isset($this->fibers[$fiber]);
    }

    /** Lets the other calls go on. @return bool false outside of the pool, where the caller waits by itself */
    public function pause(): bool
    {
        if (!$this->isRunning()) {
            return false;
        }
        \Fiber::suspend();
        return true;
    }

    /**
     * @param array<array-key, \Closure(): mixed> $tasks
     * @param \Closure(): void $idle waits until there is something to do for one of them
     * @return array<array-key, mixed> the results by the keys of the tasks
     * @throws \Throwable the first error, after all tasks have ended
     */
    public function run(array $tasks, \Closure $idle): array
    {
        $results = array_map(static fn () => null, $tasks);
        $running = [];
        $failure = null;
        while ($tasks !== [] || $running !== []) {
            while ($tasks !== [] && count($running) < self::LIMIT) {
                $key = array_key_first($tasks);
                $running[$key] = new \Fiber($tasks[$key]);
                $this->fibers[$running[$key]] = true;
                unset($tasks[$key]);
            }
            foreach ($running as $key => $fiber) {
                try {
                    $fiber->isStarted() ? $fiber->resume() : $fiber->start();
                    if ($fiber->isTerminated()) {
                        $results[$key] = $fiber->getReturn();
                    }
                } catch (\Throwable $error) {
                    $failure ??= $error;
                }
                if ($fiber->isTerminated()) {
                    unset($running[$key]);
                }
            }
            if ($running !== []) {
                $idle();
            }
        }
        return $failure === null ? $results : throw $failure;
    }
}
