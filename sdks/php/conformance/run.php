<?php

declare(strict_types=1);

// Runs the scenarios of sdks/conformance with this library; README.md there describes the protocol. Every warning is an
// exception.

require __DIR__ . '/../autoload.php';

use Parley\Core\Json;
use Parley\Exception\ParleyError;
use Parley\{Client, File, FileTokenStore, MemoryTokenStore, NotModified, OAuth, Omit, Options, Page, Response, Tokens};
use Parley\Webhook;

set_error_handler(static function (int $level, string $message, string $file, int $line): never {
    throw new ErrorException($message, 0, $level, $file, $line);
});

/** Does the steps of a scenario. What its methods get may be secret, and must not be in the traces that it shows. */
final class Runner
{
    private array $objects = [];
    private array $lines = [];
    private array $environment = [];

    public function outcome(#[SensitiveParameter] array $step): array
    {
        try {
            $outcome = match ($step['do']) {
                'new' => $this->construct($step),
                'call' => $this->called($step),
                'iterate' => $this->iterated($step),
                'parallel' => ['outcomes' => $this->parallel($step['steps'])],
                'read' => ['result' => $this->read($this->objects[$step['of']], $step['fields'])],
                'edit' => $this->edited($step),
                'download' => ['result' => ['bytes' => $this->downloaded($step)]],
                'verify' => $this->verified($step),
                'sign' => ['result' => Webhook::sign($step['body'], $step['secret'], $step['id'], $step['now'])],
                'listen' => $this->listening($step),
                'received' => $this->received($this->objects[$step['from']]),
                'fork' => $this->forked($step),
                'elsewhere' => ['outcomes' => array_map($this->outcome(...), $step['steps'])],
                'inspect' => ['result' => $this->shown($this->objects[$step['of']])],
                default => ['crash' => "no step $step[do]"],
            };
        } catch (ParleyError | Error $error) {
            $this->keep($step, $error);
            $outcome = ['error' => $this->error($error)];
        }
        [$lines, $this->lines] = [$this->lines, []];
        return $outcome + ['logs' => $lines];
    }

    public function end(): void
    {
        foreach ($this->environment as $name => $value) {
            putenv($value === false ? $name : "$name=$value");
        }
    }

    private function keep(#[SensitiveParameter] array $step, mixed $value): mixed
    {
        return isset($step['as']) ? $this->objects[$step['as']] = $value : $value;
    }

    private function construct(#[SensitiveParameter] array $step): array
    {
        foreach ((array) ($step['env'] ?? []) as $name => $value) {
            $this->environment[$name] ??= getenv($name);
            putenv($value === null ? $name : "$name=$value");
        }
        $options = $this->camel($step['options'] ?? []);
        if (($options['logger'] ?? null) === true) {
            $options['logger'] = $this->logger();
        }
        if (isset($options['auth'])) {
            $options['auth'] = $this->objects[$options['auth']['oauth']]->credentials($this->store($options['auth']));
        }
        $this->keep($step, match (true) {
            isset($step['from']) => $this->objects[$step['from']]->with(...$options),
            $step['type'] === 'oauth' => new OAuth(...$options),
            default => new Client(...$options),
        });
        return [];
    }

    private function store(#[SensitiveParameter] array $auth): object
    {
        $tokens = isset($auth['token']) ? Tokens::fromArray($auth['token']) : null;
        if ($auth['store'] === 'memory') {
            return new MemoryTokenStore($tokens);
        }
        $store = new FileTokenStore($auth['path']);
        if ($tokens !== null) {
            $store->save($store->load(), $tokens);
        }
        return $store;
    }

    private function called(#[SensitiveParameter] array $step): array
    {
        $result = $this->keep($step, $this->invoke($step, $step['method']));
        $client = $this->objects[$step['on'] ?? 'main'];
        if ($client instanceof OAuth) {
            $plain = $result instanceof Tokens ? $result->toArray() : $this->snake($result);
            return ['result' => $plain ?? new stdClass()];
        }
        $response = $result instanceof Response ? $result : $client->responseOf($result);
        return ['response' => $this->snake($response), 'result' => match (true) {
            $result instanceof NotModified => ['not_modified' => true],
            $result instanceof Response => ['already_gone' => $result->alreadyGone],
            default => $result,
        }];
    }

    private function invoke(#[SensitiveParameter] array $step, string $name): mixed
    {
        $path = explode('.', $name);
        $method = array_pop($path);
        $root = $this->objects[$step['on'] ?? 'main'];
        $target = array_reduce($path, static fn (object $at, string $one) => $at->$one, $root);
        $options = $this->camel($step['options'] ?? []);
        if (isset($step['cancel'])) {
            $options['signal'] = static fn () => request('GET', "$step[cancel]?now=1")[0] === 204;
        }
        $given = (array) $this->values($step['args'] ?? []);
        $arguments = array_filter($given, static fn (mixed $one) => $one !== Omit::Value);
        $last = $options === [] ? [] : ['options' => new Options(...$options)];
        return $target->$method(...(array) $this->values($step['positional'] ?? []), ...$arguments, ...$last);
    }

    private function iterated(#[SensitiveParameter] array $step): array
    {
        $state = $this->keep($step, isset($step['from']) ? $this->objects[$step['from']] : $this->begun($step));
        $items = [];
        $outcome = [];
        try {
            while ($state->items !== null && count($items) < ($step['take'] ?? PHP_INT_MAX)) {
                $state->isStarted ? $state->items->next() : $state->items->rewind();
                $state->isStarted = true;
                if (!$state->items->valid()) {
                    $state->items = null;
                    break;
                }
                $item = $state->items->current();
                $items[] = $item instanceof Page ? ['data' => $item->data, 'meta' => $item->meta] : $item;
            }
        } catch (ParleyError $error) {
            $outcome = ['error' => $this->error($error)];
        }
        $isDone = $state->items === null;
        if ($outcome !== [] || ($step['close'] ?? false)) {
            $state->items = null;
        }
        $cursor = $state->source->resumeCursor ?? $state->source->position ?? null;
        return $outcome + ['items' => $items, 'done' => $isDone, 'cursor' => $cursor];
    }

    private function begun(#[SensitiveParameter] array $step): object
    {
        $source = $this->invoke($step, $step['method']);
        $limit = array_filter([$step['limit'] ?? null]);
        $items = match ($step['via'] ?? 'items') {
            'items' => $source->getIterator(),
            'pages' => $source->pages(),
            'to_array' => new ArrayIterator($source->toArray(...$limit)),
        };
        return (object) ['source' => $source, 'items' => $items, 'isStarted' => false];
    }

    private function parallel(#[SensitiveParameter] array $steps): array
    {
        $calls = array_map(fn (array $step) => fn () => $this->outcome($step), $steps);
        return array_values($this->objects['main']->pool($calls));
    }

    private function edited(#[SensitiveParameter] array $step): array
    {
        $calls = 0;
        $change = function () use ($step, &$calls): array {
            $calls += 1;
            return (array) $this->values($step['changes']);
        };
        $call = ['do' => 'call', 'positional' => [...$step['positional'], $change], 'method' => "$step[method]With"];
        return $this->outcome($call + $step) + ['calls' => $calls];
    }

    private function downloaded(#[SensitiveParameter] array $step): int
    {
        $download = $this->invoke(['positional' => [$step['id']]] + $step, 'files.download');
        if (!($step['stream'] ?? false)) {
            return $download->saveTo($step['to']);
        }
        file_put_contents($step['to'], '');
        $bytes = 0;
        foreach ($download as $piece) {
            $bytes += file_put_contents($step['to'], $piece, FILE_APPEND);
        }
        return $bytes;
    }

    private function verified(#[SensitiveParameter] array $step): array
    {
        $options = array_intersect_key($step, ['tolerance' => true, 'now' => true]);
        $event = Webhook::verify($this->values($step['body']), $step['headers'], $step['secrets'], ...$options);
        return ['result' => $event, 'known' => Webhook::isKnown($event)];
    }

    private function listening(#[SensitiveParameter] array $step): array
    {
        $server = stream_socket_server('tcp://127.0.0.1:0');
        $this->keep($step, (object) ['socket' => $server, 'secrets' => $step['secrets']]);
        return ['result' => ['url' => 'http://' . stream_socket_get_name($server, false) . '/']];
    }

    private function received(#[SensitiveParameter] object $server): array
    {
        $connection = stream_socket_accept($server->socket, 10);
        $headers = [];
        while (($line = trim((string) fgets($connection))) !== '') {
            [$name, $value] = [...explode(': ', $line, 2), ''];
            $headers[strtolower($name)] = $value;
        }
        $body = stream_get_contents($connection, (int) $headers['content-length']);
        $step = ['do' => 'verify', 'body' => $body, 'headers' => $headers, 'secrets' => $server->secrets];
        $outcome = $this->outcome($step);
        $status = isset($outcome['error']) ? '400 Bad Request' : '204 No Content';
        fwrite($connection, "HTTP/1.1 $status\r\nConnection: close\r\n\r\n");
        fclose($connection);
        fclose($server->socket);
        return $outcome;
    }

    /** The child ends without the shutdown of PHP, which would free its copies of the connections of the parent. */
    private function forked(#[SensitiveParameter] array $step): array
    {
        [$ours, $theirs] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        $pid = pcntl_fork();
        $outcomes = array_map($this->outcome(...), $step[$pid === 0 ? 'child' : 'parent']);
        if ($pid === 0) {
            fwrite($theirs, json_encode($outcomes));
            posix_kill(getmypid(), SIGKILL);
        }
        fclose($theirs);
        $child = json_decode(stream_get_contents($ours), true);
        pcntl_waitpid($pid, $status);
        return ['child' => $child, 'parent' => $outcomes];
    }

    private function shown(object $value): array
    {
        ob_start();
        var_dump($value);
        $texts = [ob_get_clean(), print_r($value, true), var_export($value, true), (string) json_encode($value)];
        return $value instanceof Throwable ? [...$texts, (string) $value] : $texts;
    }

    private function read(object $record, array $fields): array
    {
        $value = static fn (string $name) => property_exists($record, $name)
            ? $record->$name
            : $record->raw[$name] ?? null;
        return array_combine($fields, array_map($value, $fields));
    }

    private function error(Throwable $error): array
    {
        $classes = [$error::class, ...array_values(class_parents($error))];
        $names = preg_replace('/^.*\\\\|(Error|Exception)$/', '', $classes);
        return ['classes' => $names, 'message' => $error->getMessage()] + (array) $this->snake($error);
    }

    /** Public properties under the names of the protocol. */
    private function snake(mixed $value): mixed
    {
        if (is_array($value)) {
            return array_map($this->snake(...), $value);
        }
        if (!is_object($value) || $value instanceof JsonSerializable) {
            return $value;
        }
        $fields = [];
        foreach (public_properties($value) as $name => $one) {
            $name = strtolower(preg_replace('/[A-Z]/', '_$0', $name));
            $fields[$name] = $name === 'headers' ? (object) $one : $this->snake($one);
        }
        return (object) $fields;
    }

    /** Options under the names of the language. */
    private function camel(#[SensitiveParameter] mixed $options): array
    {
        $options = (array) $this->values($options);
        $name = static fn (string $name) => lcfirst(str_replace('_', '', ucwords($name, '_')));
        return array_combine(array_map($name, array_keys($options)), $options);
    }

    private function values(#[SensitiveParameter] mixed $value): mixed
    {
        if (!is_array($value)) {
            return $value;
        }
        $ref = explode('.', is_string($value['$ref'] ?? null) ? $value['$ref'] : '', 2);
        return match (count($value) === 1 ? array_key_first($value) : null) {
            '$ref' => isset($ref[1]) ? $this->objects[$ref[0]]->{$ref[1]} : $this->objects[$ref[0]],
            '$omit' => Omit::Value,
            '$time' => new DateTimeImmutable($value['$time']),
            '$bytes' => base64_decode($value['$bytes'], true),
            '$file' => $this->file($value['$file']),
            default => array_map($this->values(...), $value),
        };
    }

    private function file(array $file): File
    {
        $names = array_intersect_key($file, ['name' => true, 'type' => true]);
        $path = $file['path'];
        $stream = fopen($path, 'rb');
        fseek($stream, $file['offset'] ?? 0);
        return match ($file['from']) {
            'path' => File::fromPath($path, ...$names),
            'bytes' => File::fromBytes(stream_get_contents($stream), ...$names),
            'seekable' => File::fromStream($stream, ...$names),
            'once' => File::fromStream(popen('cat ' . escapeshellarg($path), 'rb'), ...$names),
            'factory' => File::fromFactory(static fn () => fopen($path, 'rb'), ...$names),
        };
    }

    private function logger(): object
    {
        return new class (fn (string $line) => $this->lines[] = $line) {
            public function __construct(private readonly Closure $add)
            {
            }

            public function debug(string $message, array $context = []): void
            {
                ($this->add)("debug $message " . json_encode($context));
            }

            public function warning(string $message, array $context = []): void
            {
                ($this->add)("warn $message " . json_encode($context));
            }
        };
    }
}

/** Outside of the class, so that only what is public is visible. */
function public_properties(object $value): array
{
    return get_object_vars($value);
}

function request(string $method, string $url, ?array $body = null): array
{
    $handle = curl_init($url);
    $headers = ['Content-Type: application/json', 'Expect:'];
    $options = [CURLOPT_RETURNTRANSFER => true, CURLOPT_CUSTOMREQUEST => $method, CURLOPT_HTTPHEADER => $headers];
    $content = $body === null ? [] : [CURLOPT_POSTFIELDS => Json::text($body)];
    curl_setopt_array($handle, $options + $content + [CURLOPT_PROXY => '']);
    $text = curl_exec($handle);
    return [curl_getinfo($handle, CURLINFO_RESPONSE_CODE), $text === '' ? null : Json::decode((string) $text)];
}

$control = getenv('PARLEY_CONFORMANCE_URL');
$failed = 0;
echo "TAP version 14\n1..", $argc - 1, "\n";
foreach (array_slice($argv, 1) as $index => $id) {
    $runner = new Runner();
    $answer = request('POST', "$control/start", ['scenario' => $id, 'language' => 'php', 'pid' => getmypid()])[1];
    $title = $answer['title'];
    while (isset($answer['step'])) {
        $answer = request('POST', "$control/next", $runner->outcome($answer['step']))[1];
    }
    $runner->end();
    $problems = $answer['verdict']['problems'];
    $failed += $problems === [] ? 0 : 1;
    echo $problems === [] ? 'ok ' : 'not ok ', $index + 1, " - $id $title\n";
    foreach ($problems as $problem) {
        echo '# ', str_replace("\n", "\n# ", $problem), "\n";
    }
}
exit($failed > 0 ? 1 : 0);
