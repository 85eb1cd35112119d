<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Resource;

use Parley\Core\Call;
use Parley\Core\Requester;
use Parley\Core\Resource;
use Parley\Core\Url;
use Parley\Model;
use Parley\NotModified;
use Parley\Omit;
use Parley\Options;
use Parley\Page;
use Parley\Response;

/** The operations of webhooks. */
final class Webhooks extends Resource
{
    public readonly WebhooksDeliveries $deliveries;

    public function __construct(Requester $requester)
    {
        parent::__construct($requester);
        // A property that is unset calls __get() when it is read first.
        unset($this->deliveries);
    }

    public function __get(string $name): Resource
    {
        return match ($name) {
            'deliveries' => $this->deliveries = new WebhooksDeliveries($this->requester),
            default => throw new \Error("Undefined property: $name"),
        };
    }

    /**
     * Replay failed deliveries.
     *
     * Retries the failed deliveries of a time range, for example after an outage of your endpoint. Replays up to
     * 10,000, oldest first; repeat the request while `has_more` is true. Returns 422 if the webhook is disabled.
     *
     * Requires the scope `webhooks:manage`. Errors: `not_found`, `idempotency_mismatch`, `idempotency_in_progress`,
     * `missing_parameter`.
     *
     * @param \DateTimeInterface|string $created_after Earliest creation time (inclusive)
     * @param \DateTimeInterface|string|Omit $created_before Latest creation time (exclusive); the current time by
     *   default
     * @throws \Parley\Exception\ParleyError
     */
    public function recover(
        string $webhook_id,
        \DateTimeInterface|string $created_after,
        \DateTimeInterface|string|Omit $created_before = Omit::Value,
        ?Options $options = null,
    ): Model\Recovery {
        return $this->requester->record(Model\Recovery::class, new Call(
            'recoverWebhook',
            'POST',
            Url::path('/v1/webhooks/{webhook_id}/recover', $webhook_id),
            body: ['created_after' => $created_after, 'created_before' => $created_before],
        ), $options);
    }

    /**
     * Create a webhook.
     *
     * Receives the events that occur from then on. Deliveries are signed as specified by Standard Webhooks. A secret is
     * generated if none is sent. The secret is returned only in this response. A workspace can have 50 webhooks in each
     * mode, or 500 on the plan `unlimited`; beyond that, `too_many_items` is returned.
     *
     * Requires the scope `webhooks:manage`. Errors: `idempotency_mismatch`, `idempotency_in_progress`,
     * `read_only_parameter`, `missing_parameter`, `too_many_items`.
     *
     * @param string $url URL of the endpoint (http or https) that receives POST requests
     * @param list<string> $events Event types, prefixes like `ticket.*`, or `*`
     * @param string|null|Omit $description Note about the purpose of the webhook, or null
     * @param int|null|Omit $rate_limit Maximum delivery attempts per second, retries included; null means unlimited.
     *   Unused capacity of one second can be used as a burst
     * @param array{all?: list<array{field: string, op: Model\FilterOperator::*, value: mixed}>, any?:
     *   list<array{field: string, op: Model\FilterOperator::*, value: mixed}>}|null|Omit $filter Conditions on the
     *   record of an event, which alone is delivered then; or null. All event types must be of one resource: `ticket`,
     *   `conversation` or `message`. The fields are those of views, for messages `message.type` and the like; after
     *   `previous.`, such as in `previous.status`, those of the record before the change. What has no whole record,
     *   such as a deletion, is always delivered
     * @param string|Omit $secret Signing secret: 8 to 256 printable ASCII characters, or `whsec_` and the base64 of
     *   24 to 64 bytes
     * @param Model\WebhookStatus::*|Omit $status Status of the webhook; nothing is delivered while it is disabled
     * @throws \Parley\Exception\ParleyError
     */
    public function create(
        string $url,
        array $events,
        string|null|Omit $description = Omit::Value,
        int|null|Omit $rate_limit = Omit::Value,
        array|null|Omit $filter = Omit::Value,
        string|Omit $secret = Omit::Value,
        string|Omit $status = Omit::Value,
        ?Options $options = null,
    ): Model\WebhookWithSecret {
        return $this->requester->record(Model\WebhookWithSecret::class, new Call(
            'createWebhook',
            'POST',
            '/v1/webhooks',
            body: [
                'url' => $url, 'description' => $description, 'rate_limit' => $rate_limit, 'filter' => $filter,
                'events' => $events, 'secret' => $secret, 'status' => $status,
            ],
            objects: ['filter'],
        ), $options);
    }

    /**
     * List webhooks.
     *
     * Requires the scope `webhooks:manage`. Errors: `invalid_parameter`, `insufficient_scope`.
     *
     * @param int|null $page Page number, starting at 1
     * @param int|null $per_page Number of items per page, 1 to 100. Values above 100 are treated as 100
     * @param string|null $cursor `meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`
     * @param 'created_at'|null $sort Field to sort by
     * @param Model\SortOrder::*|null $order Sort direction
     * @return Page<Model\Webhook>
     * @throws \Parley\Exception\ParleyError
     */
    public function list(
        ?int $page = null,
        ?int $per_page = null,
        ?string $cursor = null,
        ?string $sort = null,
        ?string $order = null,
        ?Options $options = null,
    ): Page {
        return new Page($this->requester, new Call(
            'listWebhooks',
            'GET',
            '/v1/webhooks',
            query: ['page' => $page, 'per_page' => $per_page, 'cursor' => $cursor, 'sort' => $sort, 'order' => $order],
        ), $options, Model\Webhook::class);
    }

    /**
     * Delete a webhook.
     *
     * Pending deliveries are cancelled.
     *
     * Requires the scope `webhooks:manage`. Errors: `insufficient_scope`, `not_found`, `precondition_failed`,
     * `outcome_unknown`.
     *
     * @throws \Parley\Exception\ParleyError
     */
    public function delete(string $webhook_id, ?Options $options = null): Response
    {
        return $this->requester->nothing(new Call(
            'deleteWebhook',
            'DELETE',
            Url::path('/v1/webhooks/{webhook_id}', $webhook_id),
        ), $options);
    }

    /**
     * Retrieve a webhook.
     *
     * Requires the scope `webhooks:manage`. Errors: `insufficient_scope`, `not_found`.
     *
     * @return ($options is null ? Model\Webhook : Model\Webhook|NotModified)
     * @throws \Parley\Exception\ParleyError
     */
    public function get(string $webhook_id, ?Options $options = null): Model\Webhook|NotModified
    {
        return $this->requester->record(Model\Webhook::class, new Call(
            'getWebhook',
            'GET',
            Url::path('/v1/webhooks/{webhook_id}', $webhook_id),
        ), $options);
    }

    /**
     * Update a webhook.
     *
     * Changes only the fields that are sent. `status: disabled` cancels pending deliveries; `status: enabled` resumes
     * with new events. The response contains the secret only if the request sets it.
     *
     * Requires the scope `webhooks:manage`. Errors: `not_found`, `idempotency_mismatch`, `idempotency_in_progress`,
     * `precondition_failed`, `read_only_parameter`, `too_many_items`.
     *
     * @param string|Omit $url URL of the endpoint (http or https) that receives POST requests
     * @param string|null|Omit $description Note about the purpose of the webhook, or null
     * @param int|null|Omit $rate_limit Maximum delivery attempts per second, retries included; null means unlimited.
     *   Unused capacity of one second can be used as a burst
     * @param array{all?: list<array{field: string, op: Model\FilterOperator::*, value: mixed}>, any?:
     *   list<array{field: string, op: Model\FilterOperator::*, value: mixed}>}|null|Omit $filter Conditions on the
     *   record of an event, which alone is delivered then; or null. All event types must be of one resource: `ticket`,
     *   `conversation` or `message`. The fields are those of views, for messages `message.type` and the like; after
     *   `previous.`, such as in `previous.status`, those of the record before the change. What has no whole record,
     *   such as a deletion, is always delivered
     * @param list<string>|Omit $events Event types, prefixes like `ticket.*`, or `*`
     * @param string|Omit $secret Signing secret: 8 to 256 printable ASCII characters, or `whsec_` and the base64 of
     *   24 to 64 bytes
     * @param Model\WebhookStatus::*|Omit $status Status of the webhook; nothing is delivered while it is disabled
     * @throws \Parley\Exception\ParleyError
     */
    public function update(
        string $webhook_id,
        string|Omit $url = Omit::Value,
        string|null|Omit $description = Omit::Value,
        int|null|Omit $rate_limit = Omit::Value,
        array|null|Omit $filter = Omit::Value,
        array|Omit $events = Omit::Value,
        string|Omit $secret = Omit::Value,
        string|Omit $status = Omit::Value,
        ?Options $options = null,
    ): Model\ChangedWebhook {
        return $this->requester->record(Model\ChangedWebhook::class, new Call(
            'updateWebhook',
            'PATCH',
            Url::path('/v1/webhooks/{webhook_id}', $webhook_id),
            body: [
                'url' => $url, 'description' => $description, 'rate_limit' => $rate_limit, 'filter' => $filter,
                'events' => $events, 'secret' => $secret, 'status' => $status,
            ],
            objects: ['filter'],
        ), $options);
    }

    /**
     * Reads the record, and updates it if nobody else has changed it meanwhile; otherwise both again, five times.
     *
     * @param \Closure(Model\ChangedWebhook): array<string, mixed> $change returns the arguments of `update`
     * @throws \Parley\Exception\PreconditionFailedError with the newest record
     * @throws \Parley\Exception\ParleyError
     */
    public function updateWith(string $webhook_id, \Closure $change, ?Options $options = null): Model\ChangedWebhook
    {
        $get = fn (Options $with) => $this->get($webhook_id, options: $with);
        $update = fn (array $fields, Options $with) =>
            $this->update($webhook_id, ...$fields, options: $with);
        return $this->requester->edit($get, $update, $change, $options);
    }

    /**
     * Rotate the secret of a webhook.
     *
     * For 24 hours, deliveries are signed with both the old and the new secret. To replace the secret immediately,
     * update the webhook with `secret` instead. The new secret is generated if none is sent, and is returned only in
     * this response.
     *
     * Requires the scope `webhooks:manage`. Errors: `not_found`, `idempotency_mismatch`, `idempotency_in_progress`.
     *
     * @param string|Omit $secret Signing secret: 8 to 256 printable ASCII characters, or `whsec_` and the base64 of
     *   24 to 64 bytes
     * @throws \Parley\Exception\ParleyError
     */
    public function rotateSecret(
        string $webhook_id,
        string|Omit $secret = Omit::Value,
        ?Options $options = null,
    ): Model\WebhookWithSecret {
        return $this->requester->record(Model\WebhookWithSecret::class, new Call(
            'rotateWebhookSecret',
            'POST',
            Url::path('/v1/webhooks/{webhook_id}/secret/rotate', $webhook_id),
            body: ['secret' => $secret],
        ), $options);
    }

    /**
     * Send a test event.
     *
     * Sends `webhook.test` to this webhook, even if it is disabled, and waits for the response of your endpoint.
     * Returns 200 even if your endpoint fails; check `success`.
     *
     * Requires the scope `webhooks:manage`. Errors: `insufficient_scope`, `not_found`, `idempotency_mismatch`,
     * `idempotency_in_progress`, `invalid_parameter`, `outcome_unknown`.
     *
     * @throws \Parley\Exception\ParleyError
     */
    public function test(string $webhook_id, ?Options $options = null): Model\WebhookTestResult
    {
        return $this->requester->record(Model\WebhookTestResult::class, new Call(
            'testWebhook',
            'POST',
            Url::path('/v1/webhooks/{webhook_id}/test', $webhook_id),
        ), $options);
    }
}
