<?php

declare(strict_types=1);

namespace Parley\Exception;

use Parley\Core\Json;
use Parley\RateLimit;
use Parley\Response;

/** The server has answered with an error. An unknown code is a string as any other. */
class ApiError extends ParleyError
{
    use CallDetails;

    private const BY_CODE = [
        'token_expired' => TokenExpiredError::class,
        'idempotency_mismatch' => IdempotencyMismatchError::class,
        'idempotency_in_progress' => IdempotencyInProgressError::class,
        'duplicate_value' => DuplicateValueError::class,
        'service_unavailable' => ServiceUnavailableError::class,
        'outcome_unknown' => OutcomeUnknownError::class,
    ];

    private const BY_STATUS = [
        400 => BadRequestError::class,
        401 => AuthenticationError::class,
        403 => PermissionDeniedError::class,
        404 => NotFoundError::class,
        409 => ConflictError::class,
        412 => PreconditionFailedError::class,
        422 => ValidationError::class,
        429 => RateLimitError::class,
    ];

    public readonly int $status;

    /** The class of errors: `invalid_request_error`, `authentication_error` …; null if the answer is not of the API. */
    public readonly ?string $type;

    /** @var string|null the error by which programs decide */
    public $code;

    /** Path of the first invalid parameter. */
    public readonly ?string $param;

    /** @var list<array{code: string, message: string, param?: string, in: string}> up to 100 */
    public readonly array $details;

    public readonly ?string $requestId;

    public readonly ?string $docUrl;

    /** @var array<string, string> by lower-case name */
    public readonly array $headers;

    public readonly ?RateLimit $rateLimit;

    /** Seconds to wait before the next attempt. */
    public readonly ?float $retryAfter;

    public readonly ?string $contentType;

    /** The first 1 KiB of an answer that is not of the API, such as the page of a proxy; null of the others. */
    public readonly ?string $body;

    final public function __construct(Response $response, string $body)
    {
        $error = self::decoded($body);
        $this->status = $response->status;
        $this->type = $error['type'] ?? null;
        $this->param = $error['param'] ?? null;
        $this->details = $error['details'] ?? [];
        $this->docUrl = $error['doc_url'] ?? null;
        $this->requestId = $error['request_id'] ?? $response->requestId;
        $this->headers = $response->headers;
        $this->rateLimit = $response->rateLimit;
        $this->retryAfter = $response->retryAfter;
        $this->contentType = $response->headers['content-type'] ?? null;
        $this->body = $error === null ? substr($body, 0, 1024) : null;
        parent::__construct($this->text($error));
        $this->code = $error['code'] ?? null;
    }

    /** @internal */
    public static function of(Response $response, string $body): self
    {
        $status = $response->status;
        $class = self::BY_CODE[self::decoded($body)['code'] ?? ''] ?? self::BY_STATUS[$status] ?? null;
        $class ??= $status >= 500 && $status < 600 ? ServerError::class : self::class;
        return new $class($response, $body);
    }

    /** @return array<string, mixed>|null null if the answer has not the form of the API */
    private static function decoded(string $body): ?array
    {
        try {
            $answer = Json::decode($body);
        } catch (\JsonException) {
            return null;
        }
        $error = is_array($answer) ? $answer['error'] ?? null : null;
        if (!is_array($error) || !is_string($error['code'] ?? null)) {
            return null;
        }
        $details = array_filter((array) ($error['details'] ?? []), is_array(...));
        return [...array_filter($error, is_string(...)), 'details' => array_values($details)];
    }

    /**
     * `422 invalid_parameter (subject): must not be empty [request abc]`
     *
     * @param array<string, mixed>|null $error
     */
    private function text(?array $error): string
    {
        $message = $error['message'] ?? 'the answer is not one of the API, but of a proxy perhaps';
        if ($this->param !== null && str_starts_with($message, "$this->param: ")) {
            $message = substr($message, strlen($this->param) + 2);
        }
        $code = isset($error['code']) ? " $error[code]" : '';
        $param = $this->param === null ? '' : " ($this->param)";
        $request = $this->requestId === null ? '' : " [request $this->requestId]";
        return "$this->status$code$param: $message$request";
    }
}
