<?php

declare(strict_types=1);

namespace Parley\Tests;

use Parley\Exception\ConfigurationError;
use Parley\FileTokenStore;
use Parley\Tokens;
use PHPUnit\Framework\TestCase;

/** Tokens in a file. */
final class FileTokenStoreTest extends TestCase
{
    private string $folder;
    private string $path;

    protected function setUp(): void
    {
        $this->folder = sys_get_temp_dir() . '/parley-' . bin2hex(random_bytes(8));
        mkdir($this->folder);
        $this->path = "$this->folder/tokens.json";
    }

    protected function tearDown(): void
    {
        array_map(unlink(...), glob("$this->folder/*"));
        rmdir($this->folder);
    }

    public function testTokensAreSavedForTheirOwnerAlone(): void
    {
        $store = new FileTokenStore($this->path);
        self::assertNull($store->load());
        self::assertTrue($store->save(null, new Tokens('at_a')));
        self::assertFalse($store->save(null, new Tokens('at_b')));
        self::assertSame('at_a', $store->load()->accessToken());
        self::assertSame(0600, fileperms($this->path) & 0777);
        self::assertSame([$this->path], glob("$this->folder/*"));
    }

    /** A process that may write files of 16 bytes sees what another one sees of a disk that is full. */
    public function testAFullDiskLeavesTheTokensThatWereThere(): void
    {
        (new FileTokenStore($this->path))->save(null, new Tokens('at_old'));
        $code = <<<'CODE'
            require $argv[1];
            set_error_handler(static fn (int $level, string $message) => throw new ErrorException($message));
            pcntl_signal(SIGXFSZ, SIG_IGN);
            posix_setrlimit(POSIX_RLIMIT_FSIZE, 16, 16);
            $store = new Parley\FileTokenStore($argv[2]);
            try {
                $store->save($store->load(), new Parley\Tokens('at_new'));
            } catch (Exception $error) {
                echo $error::class;
            }
            CODE;
        $command = [PHP_BINARY, '-r', $code, dirname(__DIR__) . '/autoload.php', $this->path];
        $process = proc_open($command, [1 => ['pipe', 'w']], $pipes);
        self::assertSame(ConfigurationError::class, stream_get_contents($pipes[1]));
        proc_close($process);
        self::assertSame('at_old', (new FileTokenStore($this->path))->load()->accessToken());
        self::assertSame([$this->path], glob("$this->folder/*"));
    }

    public function testAFileThatCannotBeReadIsNotShown(): void
    {
        foreach (['{"access_token":"at_secret_0123456789"', '{"refresh_token":"rt_secret_0123456789"}'] as $text) {
            file_put_contents($this->path, $text);
            try {
                (new FileTokenStore($this->path))->load();
                self::fail('it succeeded');
            } catch (ConfigurationError $error) {
                self::assertStringNotContainsString('secret', Shown::of($error));
            }
        }
    }
}
