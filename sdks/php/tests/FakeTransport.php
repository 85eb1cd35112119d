<?php

declare(strict_types=1);

namespace Parley\Tests;

use Parley\Client;
use Parley\Core\HttpRequest;
use Parley\Core\HttpResponse;
use Parley\Transport;

/** Gives prepared answers, in their order, and keeps the requests. */
final class FakeTransport implements Transport
{
    /** @var list<HttpRequest> */
    public array $requests = [];

    /** @param list<HttpResponse|\Throwable> $answers */
    public function __construct(private array $answers)
    {
    }

    public function send(HttpRequest $request): HttpResponse
    {
        $this->requests[] = $request;
        $answer = array_shift($this->answers) ?? throw new \LogicException('there is no answer for this request');
        return $answer instanceof \Throwable ? throw $answer : $answer;
    }

    /** @param array<string, mixed> $body */
    public static function json(array $body, int $status = 200, array $headers = []): HttpResponse
    {
        return new HttpResponse($status, ['content-type' => 'application/json', ...$headers], [json_encode($body)]);
    }

    public static function error(int $status, string $code, array $headers = []): HttpResponse
    {
        return self::json(['error' => ['code' => $code, 'type' => 'api_error', 'message' => 'No.']], $status, $headers);
    }

    public function client(mixed ...$options): Client
    {
        $own = ['baseUrl' => 'https://api.example', 'apiKey' => 'sk_test_0123456789abcdef', 'timeScale' => 0.001];
        return new Client(...[...$own, 'transport' => $this, ...$options]);
    }

    /** @return array<string, mixed> a tag as the API answers it */
    public static function tag(string $name, array $fields = []): array
    {
        $time = '2026-11-21T06:30:00.000Z';
        $times = ['created_at' => $time, 'updated_at' => $time];
        return ['id' => "tag_$name", 'name' => $name, 'color' => '#ff8800', 'count' => 1, ...$times, ...$fields];
    }

    /** @return array<string, mixed> a file as the API answers it */
    public static function file(string $url = 'https://files.example/a', int $size = 6): array
    {
        $fields = ['id' => 'file_a', 'name' => 'a.txt', 'size' => $size, 'mime_type' => 'text/plain', 'url' => $url];
        return [...$fields, 'folder' => null, 'created_at' => '2026-11-21T06:30:00.000Z', 'deleted_at' => null];
    }

    /** @param list<string> $names */
    public static function page(array $names, ?string $cursor): HttpResponse
    {
        $meta = ['current_page' => 1, 'per_page' => 100, 'total_pages' => 1, 'total_count' => 1,
            'total_count_relation' => 'eq', 'next_cursor' => $cursor, 'resume_cursor' => 'resume'];
        return self::json(['data' => array_map(self::tag(...), $names), 'meta' => $meta, 'links' => ['next' => null]]);
    }
}
