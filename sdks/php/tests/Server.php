<?php

declare(strict_types=1);

namespace Parley\Tests;

use Parley\Client;

/** A process that answers requests as a test says; it ends with the object. */
final class Server
{
    private const ID = "X-Request-Id: {id}\r\n";

    public readonly string $url;

    /** @var resource */
    private $process;

    /** @var resource */
    private $input;

    /** @var resource */
    private $output;

    /**
     * @param list<string|list<string>> $script what to do with each request: server.php tells how
     * @param string|null $certificate path of a file with a certificate and its key, for TLS
     */
    public function __construct(array $script, ?string $certificate = null)
    {
        $command = array_filter([PHP_BINARY, __DIR__ . '/server.php', $certificate]);
        $this->process = proc_open($command, [['pipe', 'r'], ['pipe', 'w']], $pipes);
        [$this->input, $this->output] = $pipes;
        fwrite($this->input, json_encode($script, JSON_THROW_ON_ERROR) . "\n");
        $scheme = $certificate === null ? 'http' : 'https';
        $this->url = "$scheme://" . trim((string) fgets($this->output));
    }

    public function __destruct()
    {
        proc_terminate($this->process, SIGKILL);
        proc_close($this->process);
    }

    public function client(mixed ...$options): Client
    {
        return new Client(...[...['baseUrl' => $this->url, 'apiKey' => 'sk_test_0123456789abcdef'], ...$options]);
    }

    /** @return array{head: string, body: string, connection: int, at: float} the next request that has arrived */
    public function request(): array
    {
        return json_decode((string) fgets($this->output), true, 512, JSON_THROW_ON_ERROR);
    }

    /** Ends a `wait`, and returns when the steps after it are done. */
    public function proceed(): void
    {
        fwrite($this->input, "\n");
        fgets($this->output);
    }

    /** @param array<string, mixed> $body */
    public static function json(array $body, string $headers = self::ID, string $status = '200 OK'): string
    {
        return self::text(json_encode($body), "Content-Type: application/json\r\n$headers", $status);
    }

    /** @param string $headers each with its line end */
    public static function text(string $text, string $headers = '', string $status = '200 OK'): string
    {
        $length = strlen($text);
        return "HTTP/1.1 $status\r\nContent-Length: $length\r\n$headers\r\n$text";
    }

    public static function tag(string $name): string
    {
        return self::json(['data' => FakeTransport::tag($name)]);
    }
}
