import { Injectable } from '@nestjs/common';
import {
  ApiError,
  createWebhook,
  deleteWebhook,
  encodeId,
  assertNone,
  eventFilterProblems,
  getWebhook,
  invalidParameter,
  listCreatedWebhooks,
  listWebhooks,
  lookUpWorkspace,
  notFound,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
  uuidOf,
  webhookCreated,
  webhookDeleted,
  webhookSecretRotated,
  webhookUpdated,
  type ParsedInput,
} from '@parley/contracts';
import { inWorkspace, type Context, type TenantContext } from '@parley/runtime/context';
import { changedFields, changedValues, uuidOfNewRecord, versioned } from '@parley/runtime/records';
import { readPage } from '@parley/lists';
import { Database, type Transaction } from '@parley/persistence';
import { Handles, Rpc } from '@parley/rpc';
import { Cancellations } from '../deliveries/queue/cancellations.ts';
import { resetHealth } from '../deliveries/endpoint-health/endpoint-health.queries.ts';
import { TestDelivery } from '../deliveries/attempts/test-delivery.ts';
import { targetUrlError } from '@parley/egress';
import { generateSecret, signingKey, signingSecret } from '../sending/signing.ts';
import { WebhookConfig } from '../webhook.config.ts';
import { WebhookRow } from './webhook.entity.ts';
import { Secrets } from './secrets.ts';
import { toWebhook } from './webhook.serializer.ts';
import * as queries from './webhooks.queries.ts';

/** After rotation, deliveries are signed with the previous secret too for this long. */
const ROTATION_OVERLAP_MS = 24 * 3_600_000;
/** Most webhooks of a workspace in one mode. Each event is matched with all of them, and each can use slots. */
const WEBHOOKS_MAX = 50;
const WEBHOOKS_MAX_UNLIMITED = 500;

@Injectable()
export class Webhooks {
  constructor(
    private readonly db: Database,
    private readonly config: WebhookConfig,
    private readonly secrets: Secrets,
    private readonly testDelivery: TestDelivery,
    private readonly cancellations: Cancellations,
    private readonly rpc: Rpc,
  ) {}

  @Handles(createWebhook)
  async create(ctx: TenantContext, { body }: ParsedInput<typeof createWebhook>) {
    this.#checkUrl(body.url);
    assertFilter({ events: body.events, filter: body.filter ?? null });
    try {
      return await this.#insert(ctx, body, WEBHOOKS_MAX);
    } catch (error) {
      // The plan is looked up only if it matters. A plan that changes at this moment may count or not.
      if (!(error instanceof ApiError && error.code === 'too_many_items')) throw error;
      const { workspaceId } = ctx.tenant;
      const workspace = await this.rpc.call(lookUpWorkspace, ctx, { workspaceId });
      if (workspace?.plan !== 'unlimited') throw error;
      return this.#insert(ctx, body, WEBHOOKS_MAX_UNLIMITED);
    }
  }

  #insert(ctx: TenantContext, body: ParsedInput<typeof createWebhook>['body'], max: number) {
    const { secret = generateSecret(), status = 'enabled' } = body;
    const id = uuidOfNewRecord(ctx);
    return this.db.transaction(ctx, async (tx) => {
      // Concurrent requests count one after the other.
      await tx.query(queries.lockWebhooks);
      if (((await tx.one(queries.countWebhooks))?.count ?? 0) >= max)
        throw new ApiError('too_many_items', {
          message: `The workspace has ${max} webhooks in this mode, which is the maximum. Delete one first.`,
        });
      const row = await tx.insert(WebhookRow, {
        id,
        url: body.url,
        description: body.description ?? null,
        events: body.events,
        filter: body.filter ?? null,
        status,
        ...reasonOf(status),
        enabled_at: await now(tx),
        ...creatorOf(ctx),
        rate_limit: body.rate_limit ?? null,
        last_delivery_at: null,
        ...this.secrets.replaced(id, secret),
      });
      tx.emit(webhookCreated, toWebhook(row));
      return withSecret(row, secret);
    });
  }

  @Handles(listWebhooks)
  async list(ctx: TenantContext, { query }: ParsedInput<typeof listWebhooks>) {
    const { rows, ...page } = await readPage(this.db.read(ctx), queries.webhookList, query);
    return { ...page, items: rows.map(toWebhook) };
  }

  @Handles(getWebhook)
  async get(ctx: TenantContext, { params }: ParsedInput<typeof getWebhook>) {
    return toWebhook(await this.#find(ctx, params.webhook_id));
  }

  @Handles(updateWebhook)
  async update(ctx: TenantContext, { params, body }: ParsedInput<typeof updateWebhook>) {
    const { secret, ...changes } = body;
    if (changes.url !== undefined) this.#checkUrl(changes.url);
    const id = uuidOf('webhook', params.webhook_id);
    // Most of the queue is cancelled before the transaction, which locks the subscription. `#find` checks the tenant.
    if (changes.status === 'enabled' && (await this.#find(ctx, params.webhook_id)).status === 'disabled')
      await this.cancellations.cancelAll(this.db, id);
    return this.db.transaction(ctx, async (tx) => {
      const row = await tx.lock(queries.findWebhookForUpdate, [id]);
      if (row === undefined) throw notFound('webhook');
      assertFilter({ ...row, ...changes });
      if (changes.status === 'enabled') await this.cancellations.cancelAll(tx, id);
      // Health describes the previous URL, or the time before the subscription was disabled.
      if (changes.url !== undefined || changes.status === 'enabled') await tx.query(resetHealth, [id]);
      const values = changedValues(row, changes);
      const changed = {
        ...values,
        ...(values.status === undefined ? {} : reasonOf(values.status)),
        ...(values.status === 'enabled' ? { enabled_at: await now(tx) } : {}),
        ...(secret === undefined || this.secrets.isSame(id, row.encrypted_secret, secret)
          ? {}
          : this.secrets.replaced(id, secret)),
      };
      const after = Object.keys(changed).length === 0 ? row : await tx.update(WebhookRow, row, changed);
      if (changes.status === 'disabled') await this.cancellations.start(tx, id);
      if (after !== row)
        tx.emit(webhookUpdated, toWebhook(after), changedFields(toWebhook(row), toWebhook(after)));
      if ('encrypted_secret' in changed) tx.emit(webhookSecretRotated, toWebhook(after));
      return secret === undefined ? toWebhook(after) : withSecret(after, secret);
    });
  }

  @Handles(rotateWebhookSecret)
  async rotateSecret(ctx: TenantContext, { params, body }: ParsedInput<typeof rotateWebhookSecret>) {
    const id = uuidOf('webhook', params.webhook_id);
    const secret = body?.secret ?? generateSecret();
    return this.db.transaction(ctx, async (tx) => {
      const row = await tx.one(queries.findWebhookForUpdate, [id]);
      if (row === undefined) throw notFound('webhook');
      if (this.secrets.isSame(id, row.encrypted_secret, secret))
        throw invalidParameter('secret', 'must differ from the current secret');
      const until = new Date(Date.now() + ROTATION_OVERLAP_MS);
      const rotated = await tx.update(WebhookRow, row, this.secrets.rotated(row, secret, until));
      tx.emit(webhookSecretRotated, toWebhook(rotated));
      return withSecret(rotated, secret);
    });
  }

  @Handles(deleteWebhook)
  async delete(ctx: TenantContext, { params }: ParsedInput<typeof deleteWebhook>) {
    const id = uuidOf('webhook', params.webhook_id);
    await this.db.transaction(ctx, async (tx) => {
      if (!(await tx.remove(WebhookRow, id))) throw notFound('webhook');
      tx.emit(webhookDeleted, { id: params.webhook_id });
      await this.cancellations.start(tx, id);
    });
  }

  @Handles(testWebhook)
  async test(ctx: TenantContext, { params }: ParsedInput<typeof testWebhook>) {
    return this.testDelivery.send(ctx, await this.#find(ctx, params.webhook_id));
  }

  @Handles(listCreatedWebhooks)
  async listCreated(ctx: Context, { workspaceId, credentialIds }: ParsedInput<typeof listCreatedWebhooks>) {
    const rows = await this.db
      .read(inWorkspace(ctx, workspaceId))
      .query(queries.findCreatedBy, [credentialIds]);
    return { webhooks: rows.map(({ id, ...row }) => ({ id: encodeId('webhook', id), ...row })) };
  }

  #checkUrl(url: string): void {
    const error = targetUrlError(url, this.config.WEBHOOK_ALLOW_CIDRS);
    if (error !== null) throw invalidParameter('url', error);
  }

  async #find(ctx: TenantContext, webhookId: `wh_${string}`): Promise<WebhookRow> {
    const row = await this.db.read(ctx).one(queries.findWebhook, [uuidOf('webhook', webhookId)]);
    if (row === undefined) throw notFound('webhook');
    return row;
  }
}

/** Throws 422 unless the filter of a webhook is right for its events. */
function assertFilter({ events, filter }: Pick<WebhookRow, 'events' | 'filter'>): void {
  assertNone(filter === null ? [] : eventFilterProblems(events, filter));
}

/** Secrets are returned only in the response to the request that sets them. */
function withSecret(row: WebhookRow, secret: string) {
  const signing = { secret, signing_secret: signingSecret(signingKey(secret)) };
  return versioned(row.version, { ...toWebhook(row), ...signing });
}

/** Nothing that was committed before the request is delivered: its time is earlier. */
async function now(tx: Transaction): Promise<Date> {
  const [row] = await tx.system(queries.currentTime);
  return row?.now ?? new Date();
}

/** `null` for requests that the service makes itself. */
function creatorOf({ principal }: TenantContext) {
  if (principal === undefined) return { created_by_type: null, created_by_id: null, created_by_user: null };
  const { type, credentialId, userId } = principal;
  const user = { created_by_user: uuidOf('user', userId) };
  // A session is too short to own anything.
  if (type === 'session') return { created_by_type: 'user' as const, created_by_id: userId, ...user };
  return { created_by_type: type, created_by_id: credentialId, ...user };
}

function reasonOf(status: 'enabled' | 'disabled') {
  return { disabled_reason: status === 'disabled' ? ('manual' as const) : null };
}
