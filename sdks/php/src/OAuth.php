<?php

declare(strict_types=1);

namespace Parley;

use Parley\Core\Caller;
use Parley\Core\Config;
use Parley\Core\Job;
use Parley\Core\Requester;
use Parley\Core\Retry;
use Parley\Core\Url;
use Parley\Exception\ConfigurationError;
use Parley\Exception\DecodeError;
use Parley\Exception\OAuthError;
use Parley\Exception\ParleyError;

/** Signs users in (OAuth 2: authorization code with PKCE, RFC 6749, RFC 7636), and renews and ends their tokens. */
final class OAuth
{
    private readonly Config $config;
    private readonly Caller $caller;
    private readonly ?\SensitiveParameterValue $clientSecret;

    /** @var array<string, mixed>|null */
    private ?array $metadata = null;

    /**
     * @param string $authUrl address of the sign-in pages
     * @param string|null $clientSecret null for a public client
     * @param mixed ...$options those of the client with the same names: `timeout`, `connectTimeout`, `totalTimeout`,
     *   `maxRetries`, `proxy`, `ca`, `transport`, `logger`, `hooks`, `app`, `allowInsecure`, `timeScale`
     * @throws ConfigurationError
     */
    public function __construct(
        string $authUrl,
        private readonly string $clientId,
        #[\SensitiveParameter] ?string $clientSecret = null,
        private readonly ?string $redirectUri = null,
        mixed ...$options,
    ) {
        $this->config = new Config($authUrl, null, ...$options, urlOption: 'authUrl');
        $this->caller = new Caller($this->config);
        $this->clientSecret = $clientSecret === null ? null : new \SensitiveParameterValue($clientSecret);
    }

    /**
     * The metadata of the authorization server (RFC 8414), read once.
     *
     * @return array<string, mixed>
     * @throws ParleyError
     */
    public function metadata(): array
    {
        if ($this->metadata === null) {
            $url = $this->config->baseUrl . '/.well-known/oauth-authorization-server';
            $metadata = $this->run('metadata', 'GET', $url, null, Retry::Repeatable);
            $issuer = $metadata['issuer'] ?? null;
            if (!is_string($issuer) || rtrim($issuer, '/') !== $this->config->baseUrl) {
                throw new OAuthError('invalid_issuer', 'the metadata are those of another issuer');
            }
            $this->metadata = $metadata;
        }
        return $this->metadata;
    }

    /**
     * Begins a sign-in: redirect the user to `url`, and keep the result in the session of the user.
     *
     * @param list<string> $scopes all of the app if there is none
     * @param string|null $prompt `consent` asks the user again
     * @throws ParleyError
     */
    public function authorizationUrl(array $scopes = [], ?string $prompt = null): AuthorizationRequest
    {
        $state = self::base64url(random_bytes(32));
        $codeVerifier = self::base64url(random_bytes(32));
        $query = Url::query([
            'response_type' => 'code',
            'client_id' => $this->clientId,
            'redirect_uri' => $this->redirectUri(),
            'scope' => $scopes === [] ? null : implode(' ', $scopes),
            'state' => $state,
            'code_challenge' => self::base64url(hash('sha256', $codeVerifier, true)),
            'code_challenge_method' => 'S256',
            'prompt' => $prompt,
        ]);
        return new AuthorizationRequest($this->endpoint('authorization_endpoint') . $query, $state, $codeVerifier);
    }

    /**
     * Ends a sign-in: exchanges the code that the user has come back with.
     *
     * @param string $callbackUrl the whole URL of the request to the redirect URI
     * @param AuthorizationRequest $saved what was kept in the session; use it once
     * @throws OAuthError if the answer belongs to another request or server, or the user did not approve
     * @throws ParleyError
     */
    public function exchange(
        #[\SensitiveParameter] string $callbackUrl,
        #[\SensitiveParameter] AuthorizationRequest $saved,
    ): Tokens {
        parse_str((string) parse_url($callbackUrl, PHP_URL_QUERY), $answer);
        $answer = array_filter($answer, is_string(...));
        if ($saved->state === '' || !hash_equals($saved->state, $answer['state'] ?? '')) {
            throw new OAuthError('invalid_state', 'the answer belongs to another authorization request');
        }
        $metadata = $this->metadata();
        $needsIssuer = $metadata['authorization_response_iss_parameter_supported'] ?? false;
        if (($answer['iss'] ?? ($needsIssuer ? '' : $metadata['issuer'])) !== $metadata['issuer']) {
            throw new OAuthError('invalid_issuer', 'the answer is one of another authorization server (RFC 9207)');
        }
        if (isset($answer['error'])) {
            throw new OAuthError($answer['error'], $answer['error_description'] ?? null);
        }
        return $this->tokens([
            'grant_type' => 'authorization_code',
            'code' => $answer['code'] ?? throw new OAuthError('invalid_request', 'the answer has no code'),
            'redirect_uri' => $this->redirectUri(),
            'code_verifier' => $saved->codeVerifier,
        ], Retry::Once);
    }

    /**
     * Exchanges a refresh token. Save the new tokens before you use them: that ends the old ones.
     *
     * @throws OAuthError `invalid_grant` if the refresh token is used, expired or revoked
     * @throws ParleyError
     */
    public function refresh(#[\SensitiveParameter] string $refreshToken): Tokens
    {
        $fields = ['grant_type' => 'refresh_token', 'refresh_token' => $refreshToken];
        return $this->tokens($fields, Retry::Repeatable);
    }

    /**
     * Ends an access token, or with a refresh token the whole grant (RFC 7009). An unknown token is no error.
     *
     * @throws ParleyError
     */
    public function revoke(#[\SensitiveParameter] string $token): void
    {
        $this->run('revoke', 'POST', $this->endpoint('revocation_endpoint'), ['token' => $token], Retry::Repeatable);
    }

    /**
     * Tells of a token that was issued to this app (RFC 7662): `active`, `scope`, `exp`, `sub` and more.
     *
     * @return array<string, mixed>
     * @throws ParleyError
     */
    public function introspect(#[\SensitiveParameter] string $token): array
    {
        $url = $this->endpoint('introspection_endpoint');
        return $this->run('introspect', 'POST', $url, ['token' => $token], Retry::Repeatable);
    }

    /** The option `auth` of a client that acts for the user of these tokens. */
    public function credentials(TokenStore $store): OAuthCredentials
    {
        return new OAuthCredentials($this, $store);
    }

    /** @param array<string, string> $fields */
    private function tokens(#[\SensitiveParameter] array $fields, Retry $retry): Tokens
    {
        $answer = $this->run($fields['grant_type'], 'POST', $this->endpoint('token_endpoint'), $fields, $retry);
        $expiresIn = $answer['expires_in'] ?? null;
        $texts = array_filter($answer, is_string(...));
        return new Tokens(
            $texts['access_token'] ?? throw new OAuthError('invalid_response', 'the answer has no access token'),
            $texts['refresh_token'] ?? $fields['refresh_token'] ?? null,
            is_int($expiresIn) ? (new \DateTimeImmutable())->modify("+$expiresIn seconds") : null,
            $texts['scope'] ?? null,
        );
    }

    /**
     * @param array<string, string>|null $fields of the form
     * @return array<string, mixed>
     */
    private function run(
        string $operation,
        string $method,
        string $url,
        #[\SensitiveParameter] ?array $fields,
        Retry $retry,
    ): array {
        $headers = ['Accept' => 'application/json'];
        $body = null;
        if ($fields !== null) {
            $secret = $this->clientSecret === null ? [] : ['client_secret' => $this->clientSecret->getValue()];
            $body = http_build_query([...$fields, 'client_id' => $this->clientId, ...$secret]);
            $headers['Content-Type'] = 'application/x-www-form-urlencoded';
        }
        return $this->caller->run(new Job(
            operation: "oauth.$operation",
            method: $method,
            url: $url,
            headers: $headers,
            body: $body,
            retry: $retry,
            credentials: null,
            options: new Options(),
            accept: self::decoded(...),
            refuse: self::error(...),
        ))[0];
    }

    /**
     * @return array<string, mixed>
     * @throws DecodeError without the answer, which may contain tokens
     */
    private static function decoded(Response $response, #[\SensitiveParameter] string $text): array
    {
        $answer = $text === '' ? [] : json_decode($text, true);
        return is_array($answer) ? $answer : throw Requester::undecodable($response, null, 'it is no JSON object');
    }

    private static function error(Response $response, #[\SensitiveParameter] string $text): OAuthError
    {
        $answer = json_decode($text, true);
        $error = is_array($answer) && is_string($answer['error'] ?? null) ? $answer['error'] : 'server_error';
        $description = is_array($answer) ? $answer['error_description'] ?? null : null;
        $description = is_string($description) ? $description : null;
        return new OAuthError($error, $description, $response->status, $response->retryAfter);
    }

    private function endpoint(string $name): string
    {
        $url = $this->metadata()[$name] ?? null;
        if (!is_string($url)) {
            throw new OAuthError('invalid_metadata', "the server has no $name");
        }
        return Url::checked($url, $this->config->allowInsecure, $name);
    }

    private function redirectUri(): string
    {
        return $this->redirectUri ?? throw new ConfigurationError('a sign-in needs the option redirectUri');
    }

    private static function base64url(string $bytes): string
    {
        return rtrim(strtr(base64_encode($bytes), '+/', '-_'), '=');
    }

    /** @return array<string, string> */
    public function __debugInfo(): array
    {
        return ['authUrl' => $this->config->baseUrl, 'clientId' => $this->clientId];
    }
}
