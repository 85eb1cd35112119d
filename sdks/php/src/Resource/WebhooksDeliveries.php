<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Resource;

use Parley\Core\Call;
use Parley\Core\Resource;
use Parley\Core\Url;
use Parley\Model;
use Parley\NotModified;
use Parley\Options;
use Parley\Page;

/** The operations of webhooks, deliveries. */
final class WebhooksDeliveries extends Resource
{
    /**
     * Retrieve a delivery.
     *
     * Requires the scope `webhooks:manage`. Errors: `insufficient_scope`, `not_found`.
     *
     * @return ($options is null ? Model\DeliveryWithAttempts : Model\DeliveryWithAttempts|NotModified)
     * @throws \Parley\Exception\ParleyError
     */
    public function get(
        string $webhook_id,
        string $delivery_id,
        ?Options $options = null,
    ): Model\DeliveryWithAttempts|NotModified {
        return $this->requester->record(Model\DeliveryWithAttempts::class, new Call(
            'getDelivery',
            'GET',
            Url::path('/v1/webhooks/{webhook_id}/deliveries/{delivery_id}', $webhook_id, $delivery_id),
        ), $options);
    }

    /**
     * List the deliveries of a webhook.
     *
     * Returns the deliveries of the last 30 days, newest first by default.
     *
     * Requires the scope `webhooks:manage`. Errors: `invalid_parameter`, `insufficient_scope`, `not_found`.
     *
     * @param list<Model\DeliveryStatus::*>|null $status Status of the delivery
     * @param list<Model\EventType::*>|null $event Event type
     * @param \DateTimeInterface|string|null $created_after Earliest creation time (inclusive)
     * @param \DateTimeInterface|string|null $created_before Latest creation time (exclusive)
     * @param int|null $page Page number, starting at 1
     * @param int|null $per_page Number of items per page, 1 to 100. Values above 100 are treated as 100
     * @param string|null $cursor `meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`
     * @param 'created_at'|null $sort Field to sort by
     * @param Model\SortOrder::*|null $order Sort direction
     * @return Page<Model\Delivery>
     * @throws \Parley\Exception\ParleyError
     */
    public function list(
        string $webhook_id,
        ?array $status = null,
        ?array $event = null,
        \DateTimeInterface|string|null $created_after = null,
        \DateTimeInterface|string|null $created_before = null,
        ?int $page = null,
        ?int $per_page = null,
        ?string $cursor = null,
        ?string $sort = null,
        ?string $order = null,
        ?Options $options = null,
    ): Page {
        return new Page($this->requester, new Call(
            'listDeliveries',
            'GET',
            Url::path('/v1/webhooks/{webhook_id}/deliveries', $webhook_id),
            query: [
                'status' => $status, 'event' => $event, 'created_after' => $created_after,
                'created_before' => $created_before, 'page' => $page, 'per_page' => $per_page, 'cursor' => $cursor,
                'sort' => $sort, 'order' => $order,
            ],
        ), $options, Model\Delivery::class);
    }

    /**
     * Retry a delivery.
     *
     * Sends the same payload with the same `webhook-id` again, even if it was delivered. An attempt in progress is not
     * duplicated. If the attempt fails, the retry schedule starts over. Returns 422 if the webhook is disabled.
     *
     * Requires the scope `webhooks:manage`. Errors: `insufficient_scope`, `not_found`, `idempotency_mismatch`,
     * `idempotency_in_progress`, `invalid_parameter`, `outcome_unknown`.
     *
     * @throws \Parley\Exception\ParleyError
     */
    public function retry(string $webhook_id, string $delivery_id, ?Options $options = null): Model\Delivery
    {
        return $this->requester->record(Model\Delivery::class, new Call(
            'retryDelivery',
            'POST',
            Url::path('/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/retry', $webhook_id, $delivery_id),
        ), $options);
    }
}
