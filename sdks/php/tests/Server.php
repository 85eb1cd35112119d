<?php

declare(strict_types=1);

namespace Parley\Tests;

/** A process that answers requests as a test says; it ends with the object. */
final class Server
{
    public readonly string $url;

    /** @var resource */
    private $process;

    /** @var resource */
    private $output;

    /** @param list<string> $script an answer for each request, or `close` or `silence` */
    public function __construct(array $script)
    {
        $command = [PHP_BINARY, __DIR__ . '/server.php', json_encode($script, JSON_THROW_ON_ERROR)];
        $this->process = proc_open($command, [1 => ['pipe', 'w']], $pipes);
        $this->output = $pipes[1];
        $this->url = 'http://127.0.0.1:' . trim((string) fgets($this->output));
    }

    public function __destruct()
    {
        proc_terminate($this->process, SIGKILL);
        proc_close($this->process);
    }

    /** @return array{head: string, body: string, connection: int} the next request that has arrived */
    public function request(): array
    {
        return json_decode((string) fgets($this->output), true, 512, JSON_THROW_ON_ERROR);
    }

    /** @param array<string, mixed> $body */
    public static function json(array $body, string $headers = ''): string
    {
        $text = json_encode($body);
        $length = strlen($text);
        return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: $length\r\n$headers\r\n$text";
    }
}
