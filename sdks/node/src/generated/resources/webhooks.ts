// Generated from the API document by `npm run sdks`. Do not edit.
import { Resource } from '../../core/resource.ts';
import type { Change } from '../../core/client.ts';
import type {
  ChangedWebhook,
  CreateWebhookRequest,
  Delivery,
  DeliveryStatus,
  DeliveryWithAttempts,
  EventType,
  ListDeliveriesSort,
  ListWebhooksSort,
  PageParams,
  RecoverWebhookRequest,
  Recovery,
  RotateWebhookSecretRequest,
  SortOrder,
  UpdateWebhookRequest,
  Webhook,
  WebhookTestResult,
  WebhookWithSecret,
} from '../types.ts';
import type {
  DeleteOptions,
  IfNoneMatch,
  ReadOptions,
  RequestOptions,
  UpdateOptions,
  WriteOptions,
} from '../../core/options.ts';
import type { Deletion, NotModified } from '../../core/values.ts';
import type { List } from '../../core/page.ts';

/** Parameters of `webhooks.deliveries.list`. */
export interface ListDeliveriesParams extends PageParams {
  /** Status of the delivery */
  status?: DeliveryStatus[] | undefined;
  /** Event type */
  event?: EventType[] | undefined;
  /** Earliest creation time (inclusive) */
  created_after?: string | Date | undefined;
  /** Latest creation time (exclusive) */
  created_before?: string | Date | undefined;
  /** Field to sort by */
  sort?: ListDeliveriesSort | undefined;
  /** Sort direction */
  order?: SortOrder | undefined;
}

/** Parameters of `webhooks.list`. */
export interface ListWebhooksParams extends PageParams {
  /** Field to sort by */
  sort?: ListWebhooksSort | undefined;
  /** Sort direction */
  order?: SortOrder | undefined;
}

/** `parley.webhooks.deliveries` */
export class WebhooksDeliveriesResource extends Resource {
  /**
   * Retrieve a delivery.
   *
   * Requires the scope `webhooks:manage`.
   *
   * Error codes besides those of all operations: `insufficient_scope`, `not_found`.
   */
  get(
    webhookId: string,
    deliveryId: string,
    options: ReadOptions & IfNoneMatch,
  ): Promise<DeliveryWithAttempts | NotModified>;
  get(webhookId: string, deliveryId: string, options?: ReadOptions): Promise<DeliveryWithAttempts>;
  get(
    webhookId: string,
    deliveryId: string,
    options?: ReadOptions,
  ): Promise<DeliveryWithAttempts | NotModified> {
    return this.client.record<DeliveryWithAttempts>(
      { id: 'getDelivery', method: 'GET', path: ['v1', 'webhooks', webhookId, 'deliveries', deliveryId] },
      options,
    );
  }

  /**
   * List the deliveries of a webhook.
   *
   * Returns the deliveries of the last 30 days, newest first by default.
   *
   * Requires the scope `webhooks:manage`.
   *
   * Error codes besides those of all operations: `invalid_parameter`, `insufficient_scope`,
   * `not_found`.
   */
  list(webhookId: string, params?: ListDeliveriesParams, options?: RequestOptions): List<Delivery> {
    return this.client.list<Delivery>(
      {
        id: 'listDeliveries',
        method: 'GET',
        path: ['v1', 'webhooks', webhookId, 'deliveries'],
        query: params,
      },
      options,
    );
  }

  /**
   * Retry a delivery.
   *
   * Sends the same payload with the same `webhook-id` again, even if it was delivered. An attempt in
   * progress is not duplicated. If the attempt fails, the retry schedule starts over. Returns 422 if
   * the webhook is disabled.
   *
   * Requires the scope `webhooks:manage`.
   *
   * Error codes besides those of all operations: `insufficient_scope`, `not_found`,
   * `idempotency_mismatch`, `idempotency_in_progress`, `invalid_parameter`, `outcome_unknown`.
   */
  retry(webhookId: string, deliveryId: string, options?: WriteOptions): Promise<Delivery> {
    return this.client.record<Delivery>(
      {
        id: 'retryDelivery',
        method: 'POST',
        path: ['v1', 'webhooks', webhookId, 'deliveries', deliveryId, 'retry'],
      },
      options,
    );
  }
}

/** `parley.webhooks` */
export class WebhooksResource extends Resource {
  readonly deliveries = new WebhooksDeliveriesResource(this.client);

  /**
   * Replay failed deliveries.
   *
   * Retries the failed deliveries of a time range, for example after an outage of your endpoint.
   * Replays up to 10,000, oldest first; repeat the request while `has_more` is true. Returns 422 if
   * the webhook is disabled.
   *
   * Requires the scope `webhooks:manage`.
   *
   * Error codes besides those of all operations: `body_too_large`, `unsupported_media_type`,
   * `unsupported_encoding`, `insufficient_scope`, `not_found`, `idempotency_mismatch`,
   * `idempotency_in_progress`, `invalid_parameter`, `missing_parameter`, `outcome_unknown`.
   */
  recover(webhookId: string, params: RecoverWebhookRequest, options?: WriteOptions): Promise<Recovery> {
    return this.client.record<Recovery>(
      { id: 'recoverWebhook', method: 'POST', path: ['v1', 'webhooks', webhookId, 'recover'], body: params },
      options,
    );
  }

  /**
   * Create a webhook.
   *
   * Receives the events that occur from then on. Deliveries are signed as specified by Standard
   * Webhooks. A secret is generated if none is sent. The secret is returned only in this response. A
   * workspace can have 50 webhooks in each mode, or 500 on the plan `unlimited`; beyond that,
   * `too_many_items` is returned.
   *
   * Requires the scope `webhooks:manage`.
   *
   * Error codes besides those of all operations: `body_too_large`, `unsupported_media_type`,
   * `unsupported_encoding`, `insufficient_scope`, `idempotency_mismatch`, `idempotency_in_progress`,
   * `invalid_parameter`, `read_only_parameter`, `missing_parameter`, `too_many_items`,
   * `outcome_unknown`.
   */
  create(params: CreateWebhookRequest, options?: WriteOptions): Promise<WebhookWithSecret> {
    return this.client.record<WebhookWithSecret>(
      { id: 'createWebhook', method: 'POST', path: ['v1', 'webhooks'], body: params },
      options,
    );
  }

  /**
   * List webhooks.
   *
   * Requires the scope `webhooks:manage`.
   *
   * Error codes besides those of all operations: `invalid_parameter`, `insufficient_scope`.
   */
  list(params?: ListWebhooksParams, options?: RequestOptions): List<Webhook> {
    return this.client.list<Webhook>(
      { id: 'listWebhooks', method: 'GET', path: ['v1', 'webhooks'], query: params },
      options,
    );
  }

  /**
   * Delete a webhook.
   *
   * Pending deliveries are cancelled.
   *
   * Requires the scope `webhooks:manage`.
   *
   * Error codes besides those of all operations: `insufficient_scope`, `not_found`,
   * `precondition_failed`, `outcome_unknown`.
   */
  delete(webhookId: string, options?: DeleteOptions): Promise<Deletion> {
    return this.client.deletion(
      { id: 'deleteWebhook', method: 'DELETE', path: ['v1', 'webhooks', webhookId] },
      options,
    );
  }

  /**
   * Retrieve a webhook.
   *
   * Requires the scope `webhooks:manage`.
   *
   * Error codes besides those of all operations: `insufficient_scope`, `not_found`.
   */
  get(webhookId: string, options: ReadOptions & IfNoneMatch): Promise<Webhook | NotModified>;
  get(webhookId: string, options?: ReadOptions): Promise<Webhook>;
  get(webhookId: string, options?: ReadOptions): Promise<Webhook | NotModified> {
    return this.client.record<Webhook>(
      { id: 'getWebhook', method: 'GET', path: ['v1', 'webhooks', webhookId] },
      options,
    );
  }

  /**
   * Update a webhook.
   *
   * Changes only the fields that are sent. `status: disabled` cancels pending deliveries; `status:
   * enabled` resumes with new events. The response contains the secret only if the request sets it.
   *
   * Requires the scope `webhooks:manage`.
   *
   * Error codes besides those of all operations: `body_too_large`, `unsupported_media_type`,
   * `unsupported_encoding`, `insufficient_scope`, `not_found`, `idempotency_mismatch`,
   * `idempotency_in_progress`, `precondition_failed`, `invalid_parameter`, `read_only_parameter`,
   * `too_many_items`, `outcome_unknown`.
   */
  update(
    webhookId: string,
    change: Change<Webhook, UpdateWebhookRequest>,
    options?: UpdateOptions,
  ): Promise<ChangedWebhook> {
    return this.client.change<Webhook, UpdateWebhookRequest, ChangedWebhook>(
      { id: 'updateWebhook', method: 'PATCH', path: ['v1', 'webhooks', webhookId] },
      'getWebhook',
      change,
      options,
    );
  }

  /**
   * Rotate the secret of a webhook.
   *
   * For 24 hours, deliveries are signed with both the old and the new secret. To replace the secret
   * immediately, update the webhook with `secret` instead. The new secret is generated if none is
   * sent, and is returned only in this response.
   *
   * Requires the scope `webhooks:manage`.
   *
   * Error codes besides those of all operations: `body_too_large`, `unsupported_media_type`,
   * `unsupported_encoding`, `insufficient_scope`, `not_found`, `idempotency_mismatch`,
   * `idempotency_in_progress`, `invalid_parameter`, `outcome_unknown`.
   */
  rotateSecret(
    webhookId: string,
    params?: RotateWebhookSecretRequest,
    options?: WriteOptions,
  ): Promise<WebhookWithSecret> {
    return this.client.record<WebhookWithSecret>(
      {
        id: 'rotateWebhookSecret',
        method: 'POST',
        path: ['v1', 'webhooks', webhookId, 'secret', 'rotate'],
        body: params,
      },
      options,
    );
  }

  /**
   * Send a test event.
   *
   * Sends `webhook.test` to this webhook, even if it is disabled, and waits for the response of your
   * endpoint. Returns 200 even if your endpoint fails; check `success`.
   *
   * Requires the scope `webhooks:manage`.
   *
   * Error codes besides those of all operations: `insufficient_scope`, `not_found`,
   * `idempotency_mismatch`, `idempotency_in_progress`, `invalid_parameter`, `outcome_unknown`.
   */
  test(webhookId: string, options?: WriteOptions): Promise<WebhookTestResult> {
    return this.client.record<WebhookTestResult>(
      { id: 'testWebhook', method: 'POST', path: ['v1', 'webhooks', webhookId, 'test'] },
      options,
    );
  }
}
