import { Inject, Injectable } from '@nestjs/common';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  invalidParameter,
  listWebhooks,
  notFound,
  testWebhook,
  uuidOf,
  type Page,
  type Received,
  type Result,
  type Webhook,
} from '@parley/contracts';
import { newUuid, type TenantContext } from '@parley/kernel';
import { Database } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import { TestDelivery } from '../deliveries/test-delivery.ts';
import { judgeUrl } from '../sending/address-judge.ts';
import { generateSecret, signingKey, signingSecret } from '../sending/signing.ts';
import { WebhookConfig } from '../webhook.config.ts';
import { WebhookRow } from './webhook.entity.ts';
import { Secrets } from './secrets.ts';
import { cancelPending, findWebhook, toWebhook, webhookList } from './webhooks.queries.ts';

@Injectable()
export class Webhooks {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(WebhookConfig) private readonly config: WebhookConfig,
    @Inject(Secrets) private readonly secrets: Secrets,
    @Inject(TestDelivery) private readonly testDelivery: TestDelivery,
  ) {}

  @Handles(createWebhook)
  async create(
    ctx: TenantContext,
    { body }: Received<typeof createWebhook>,
  ): Promise<Result<typeof createWebhook>> {
    const fault = judgeUrl(body.url, this.config.WEBHOOK_ALLOW_CIDRS);
    if (fault !== null) throw invalidParameter('url', fault);
    const secret = body.secret ?? generateSecret();
    const id = newUuid();
    return this.db.transaction(ctx, async (tx) => {
      const row = await tx.insert(WebhookRow, {
        id,
        url: body.url,
        events: body.events,
        status: 'enabled',
        disabled_reason: null,
        sealed_secret: this.secrets.seal(id, secret),
        secret_last4: secret.slice(-4),
        last_delivery_at: null,
      });
      return { ...toWebhook(row), secret, signing_secret: signingSecret(signingKey(secret)) };
    });
  }

  @Handles(listWebhooks)
  async list(ctx: TenantContext, { query }: Received<typeof listWebhooks>): Promise<Page<Webhook>> {
    const { rows, ...page } = await this.db.read(ctx).page(webhookList, query);
    return { ...page, items: rows.map(toWebhook) };
  }

  @Handles(getWebhook)
  async get(ctx: TenantContext, { params }: Received<typeof getWebhook>): Promise<Webhook> {
    return toWebhook(await this.#find(ctx, params.webhook_id));
  }

  @Handles(deleteWebhook)
  async delete(ctx: TenantContext, { params }: Received<typeof deleteWebhook>): Promise<void> {
    const id = uuidOf('webhook', params.webhook_id);
    await this.db.transaction(ctx, async (tx) => {
      if (!(await tx.remove(WebhookRow, id))) throw notFound('webhook');
      await tx.query(cancelPending, [id]);
    });
  }

  @Handles(testWebhook)
  async test(
    ctx: TenantContext,
    { params }: Received<typeof testWebhook>,
  ): Promise<Result<typeof testWebhook>> {
    return this.testDelivery.send(ctx, await this.#find(ctx, params.webhook_id));
  }

  async #find(ctx: TenantContext, webhookId: `wh_${string}`): Promise<WebhookRow> {
    const row = await this.db.read(ctx).one(findWebhook, [uuidOf('webhook', webhookId)]);
    if (row === undefined) throw notFound('webhook');
    return row;
  }
}
