<?php

declare(strict_types=1);

namespace Parley\Tests;

use Parley\AuthorizationRequest;
use Parley\Exception\AuthorizationExpiredError;
use Parley\Exception\DecodeError;
use Parley\Exception\OAuthError;
use Parley\Exception\ParleyError;
use Parley\MemoryTokenStore;
use Parley\OAuth;
use Parley\Tokens;
use PHPUnit\Framework\TestCase;

/** What an app makes of the answers of an authorization server. */
final class OAuthTest extends TestCase
{
    private Server $server;

    /** @dataProvider callbacks */
    public function testAnAnswerWithoutTheStateOfItsRequestIsRefused(string $query, string $state): void
    {
        $oauth = new OAuth('http://127.0.0.1:1', 'client', maxRetries: 0);
        $this->expectException(OAuthError::class);
        $this->expectExceptionMessage('invalid_state');
        $oauth->exchange("https://app.example/callback?$query", new AuthorizationRequest('', $state, 'verifier'));
    }

    public function callbacks(): iterable
    {
        yield 'missing' => ['code=a', 'expected'];
        yield 'another' => ['code=a&state=other', 'expected'];
        yield 'empty, as the one that was saved' => ['code=a&state=', ''];
        yield 'missing, and none was saved' => ['code=a', ''];
    }

    /** Without a data provider: what it gives would be in the traces. */
    public function testAnErrorShowsNothingOfATokenResponse(): void
    {
        $answers = [
            '{"access_token":"at_secret_0123456789"' => DecodeError::class,
            '"at_secret_0123456789"' => DecodeError::class,
            'null' => DecodeError::class,
            '{"access_token":["at_secret_0123456789"]}' => OAuthError::class,
        ];
        foreach ($answers as $answer => $class) {
            try {
                $this->oauth(Server::text($answer))->refresh('rt_secret_0123456789');
                self::fail('it succeeded');
            } catch (ParleyError $error) {
                self::assertInstanceOf($class, $error);
                self::assertStringNotContainsString('secret', Shown::of($error));
            }
        }
    }

    public function testAnErrorShowsNothingOfTheTokensThatHaveEnded(): void
    {
        $tokens = new Tokens('at_secret_0123456789', 'rt_secret_0123456789', new \DateTimeImmutable('2026-01-01'));
        $refusal = Server::text('{"error":"invalid_grant"}', status: '400 Bad Request');
        $credentials = $this->oauth($refusal)->credentials(new MemoryTokenStore($tokens));
        try {
            $credentials->token();
            self::fail('it succeeded');
        } catch (AuthorizationExpiredError $error) {
            self::assertStringNotContainsString('secret', Shown::of($error));
        }
    }

    /** @dataProvider metadata */
    public function testMetadataOfAnotherTypeAreRefused(array $metadata): void
    {
        $this->expectException(OAuthError::class);
        $this->oauth('', $metadata)->refresh('rt_a');
    }

    public function metadata(): iterable
    {
        yield 'an issuer' => [['issuer' => 5]];
        yield 'an endpoint' => [['token_endpoint' => ['x']]];
    }

    /** @param array<string, mixed> $metadata other fields of the metadata */
    private function oauth(string $answer, array $metadata = []): OAuth
    {
        $own = ['issuer' => 'http://{address}', 'token_endpoint' => 'http://{address}/oauth/token'];
        $text = json_encode([...$own, ...$metadata], JSON_UNESCAPED_SLASHES);
        $this->server = new Server([["HTTP/1.1 200 OK\r\n\r\n$text", 'close'], $answer]);
        return new OAuth($this->server->url, 'client', 'cs_secret_0123456789', maxRetries: 0);
    }
}
