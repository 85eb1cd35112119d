import { Inject, Injectable } from '@nestjs/common';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  invalidParameter,
  listWebhooks,
  notFound,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
  uuidOf,
  type Page,
  type ParsedInput,
  type Result,
  type Webhook,
} from '@parley/contracts';
import { differences, newUuid, versioned, type TenantContext } from '@parley/kernel';
import { readPage } from '@parley/lists';
import { Database } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import { Cancellations } from '../deliveries/cancellations.ts';
import { forgetHealth } from '../deliveries/endpoint-health.queries.ts';
import { TestDelivery } from '../deliveries/test-delivery.ts';
import { judgeUrl } from '../sending/address-judge.ts';
import { generateSecret, signingKey, signingSecret } from '../sending/signing.ts';
import { WebhookConfig } from '../webhook.config.ts';
import { WebhookRow } from './webhook.entity.ts';
import { Secrets } from './secrets.ts';
import { findWebhook, findWebhookForUpdate, toWebhook, webhookList } from './webhooks.queries.ts';

/** How long a replaced secret signs beside the new one. */
const CHANGE_OVER_MS = 24 * 3_600_000;

@Injectable()
export class Webhooks {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(WebhookConfig) private readonly config: WebhookConfig,
    @Inject(Secrets) private readonly secrets: Secrets,
    @Inject(TestDelivery) private readonly testDelivery: TestDelivery,
    @Inject(Cancellations) private readonly cancellations: Cancellations,
  ) {}

  @Handles(createWebhook)
  async create(
    ctx: TenantContext,
    { body }: ParsedInput<typeof createWebhook>,
  ): Promise<Result<typeof createWebhook>> {
    this.#judge(body.url);
    const secret = body.secret ?? generateSecret();
    const id = newUuid();
    return this.db.transaction(ctx, async (tx) => {
      const row = await tx.insert(WebhookRow, {
        id,
        url: body.url,
        events: body.events,
        status: 'enabled',
        disabled_reason: null,
        rate_limit: body.rate_limit ?? null,
        last_delivery_at: null,
        ...this.secrets.only(id, secret),
      });
      return versioned(row.version, { ...toWebhook(row), ...shown(secret) });
    });
  }

  @Handles(listWebhooks)
  async list(ctx: TenantContext, { query }: ParsedInput<typeof listWebhooks>): Promise<Page<Webhook>> {
    const { rows, ...page } = await readPage(this.db.read(ctx), webhookList, query);
    return { ...page, items: rows.map(toWebhook) };
  }

  @Handles(getWebhook)
  async get(ctx: TenantContext, { params }: ParsedInput<typeof getWebhook>): Promise<Webhook> {
    return toWebhook(await this.#find(ctx, params.webhook_id));
  }

  @Handles(updateWebhook)
  async update(
    ctx: TenantContext,
    { params, body }: ParsedInput<typeof updateWebhook>,
  ): Promise<Result<typeof updateWebhook>> {
    const { secret, ...changes } = body;
    if (changes.url !== undefined) this.#judge(changes.url);
    const id = uuidOf('webhook', params.webhook_id);
    // Only what is the caller's. It is of no use to a disabled one, also when the change is refused.
    if (changes.status === 'enabled' && (await this.#find(ctx, params.webhook_id)).status === 'disabled')
      await this.cancellations.finish(this.db, id);
    return this.db.transaction(ctx, async (tx) => {
      const row = await tx.lock(findWebhookForUpdate, [id]);
      if (row === undefined) throw notFound('webhook');
      // Nearly always there is nothing left by now.
      if (changes.status === 'enabled') await this.cancellations.finish(tx, id);
      // What is known is about the address of then, or the life before: a pause it asked for, its failures.
      if (changes.url !== undefined || changes.status === 'enabled') await tx.query(forgetHealth, [id]);
      const differing = differences(row, changes);
      const changed = {
        ...differing,
        ...(differing.status === undefined ? {} : reasonOf(differing.status)),
        ...(secret === undefined || this.secrets.isSame(id, row.sealed_secret, secret)
          ? {}
          : this.secrets.only(id, secret)),
      };
      const after = Object.keys(changed).length === 0 ? row : await tx.update(WebhookRow, row, changed);
      if (changes.status === 'disabled') await this.cancellations.begin(tx, id);
      return versioned(after.version, {
        ...toWebhook(after),
        ...(secret === undefined ? {} : shown(secret)),
      });
    });
  }

  @Handles(rotateWebhookSecret)
  async rotateSecret(
    ctx: TenantContext,
    { params, body }: ParsedInput<typeof rotateWebhookSecret>,
  ): Promise<Result<typeof rotateWebhookSecret>> {
    const id = uuidOf('webhook', params.webhook_id);
    const secret = body?.secret ?? generateSecret();
    return this.db.transaction(ctx, async (tx) => {
      const row = await tx.one(findWebhookForUpdate, [id]);
      if (row === undefined) throw notFound('webhook');
      if (this.secrets.isSame(id, row.sealed_secret, secret))
        throw invalidParameter('secret', 'is the present one');
      const until = new Date(Date.now() + CHANGE_OVER_MS);
      const rotated = await tx.update(WebhookRow, row, this.secrets.rotated(row, secret, until));
      return versioned(rotated.version, { ...toWebhook(rotated), ...shown(secret) });
    });
  }

  @Handles(deleteWebhook)
  async delete(ctx: TenantContext, { params }: ParsedInput<typeof deleteWebhook>): Promise<void> {
    const id = uuidOf('webhook', params.webhook_id);
    await this.db.transaction(ctx, async (tx) => {
      if (!(await tx.remove(WebhookRow, id))) throw notFound('webhook');
      await this.cancellations.begin(tx, id);
    });
  }

  @Handles(testWebhook)
  async test(
    ctx: TenantContext,
    { params }: ParsedInput<typeof testWebhook>,
  ): Promise<Result<typeof testWebhook>> {
    return this.testDelivery.send(ctx, await this.#find(ctx, params.webhook_id));
  }

  #judge(url: string): void {
    const fault = judgeUrl(url, this.config.WEBHOOK_ALLOW_CIDRS);
    if (fault !== null) throw invalidParameter('url', fault);
  }

  async #find(ctx: TenantContext, webhookId: `wh_${string}`): Promise<WebhookRow> {
    const row = await this.db.read(ctx).one(findWebhook, [uuidOf('webhook', webhookId)]);
    if (row === undefined) throw notFound('webhook');
    return row;
  }
}

/** Both forms of a secret, for the one answer that shows them. */
function shown(secret: string) {
  return { secret, signing_secret: signingSecret(signingKey(secret)) };
}

function reasonOf(status: 'enabled' | 'disabled') {
  return { disabled_reason: status === 'disabled' ? ('manual' as const) : null };
}
