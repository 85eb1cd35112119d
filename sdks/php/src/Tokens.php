<?php

declare(strict_types=1);

namespace Parley;

use Parley\Core\ApiKey;

/** What an authorization server has issued for a grant. Dumps and JSON show the tokens shortened. */
final class Tokens implements \JsonSerializable
{
    private \SensitiveParameterValue $accessToken;
    private ?\SensitiveParameterValue $refreshToken;

    /** When the access token expires; null if the server does not say it. */
    public readonly ?\DateTimeImmutable $expiresAt;

    /** The scopes that were granted, separated by spaces. */
    public readonly ?string $scope;

    public function __construct(
        #[\SensitiveParameter] string $accessToken,
        #[\SensitiveParameter] ?string $refreshToken = null,
        ?\DateTimeImmutable $expiresAt = null,
        ?string $scope = null,
    ) {
        ApiKey::check($accessToken);
        $this->accessToken = new \SensitiveParameterValue($accessToken);
        $this->refreshToken = $refreshToken === null ? null : new \SensitiveParameterValue($refreshToken);
        $this->expiresAt = $expiresAt;
        $this->scope = $scope;
    }

    public function accessToken(): string
    {
        return $this->accessToken->getValue();
    }

    public function refreshToken(): ?string
    {
        return $this->refreshToken?->getValue();
    }

    public function expiresWithin(int $seconds): bool
    {
        return $this->expiresAt !== null && $this->expiresAt->getTimestamp() <= time() + $seconds;
    }

    /** @return array<string, string|null> with the tokens, to store them encrypted */
    public function toArray(): array
    {
        return [
            'access_token' => $this->accessToken(),
            'refresh_token' => $this->refreshToken(),
            'expires_at' => $this->expiresAt === null ? null : Time::format($this->expiresAt),
            'scope' => $this->scope,
        ];
    }

    /** @param array<string, string|null> $fields what toArray() has returned */
    public static function fromArray(#[\SensitiveParameter] array $fields): self
    {
        return new self(
            $fields['access_token'] ?? null,
            $fields['refresh_token'] ?? null,
            isset($fields['expires_at']) ? Time::parse($fields['expires_at']) : null,
            $fields['scope'] ?? null,
        );
    }

    /** @return array<string, string|null> */
    public function __serialize(): array
    {
        return $this->toArray();
    }

    /** @param array<string, string|null> $fields */
    public function __unserialize(#[\SensitiveParameter] array $fields): void
    {
        $this->__construct(
            $fields['access_token'],
            $fields['refresh_token'],
            $fields['expires_at'] === null ? null : Time::parse($fields['expires_at']),
            $fields['scope'],
        );
    }

    /** @return array<string, string|null> */
    public function __debugInfo(): array
    {
        $refreshToken = $this->refreshToken();
        return [
            'accessToken' => ApiKey::redacted($this->accessToken()),
            'refreshToken' => $refreshToken === null ? null : ApiKey::redacted($refreshToken),
            'expiresAt' => $this->expiresAt === null ? null : Time::format($this->expiresAt),
            'scope' => $this->scope,
        ];
    }

    /** @return array<string, string|null> */
    public function jsonSerialize(): array
    {
        return $this->__debugInfo();
    }
}
