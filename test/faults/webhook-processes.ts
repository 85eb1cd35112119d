import { afterAll, beforeAll } from '@jest/globals';
import { createWebhook, encodeId, uuidOf, type Id } from '@parley/contracts';
import { createLogger, inTenant, newId, newUuid, systemContext } from '@parley/kernel';
import { Rpc, RpcConfig, TcpRpc } from '@parley/rpc';
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import {
  freePorts,
  newInstallation,
  startProcess,
  type Installation,
  type RunningProcess,
} from '../setup/services-process.mjs';

/** A queued delivery. */
export interface Queued {
  webhook: Id<'webhook'>;
  event: Id<'event'>;
}

/** Two processes of the webhook service on one database, without other services, which are not restarted. */
export class WebhookProcesses {
  readonly #workspace = newId('workspace');
  readonly #running = new Map<number, RunningProcess>();
  #installation!: Installation;
  #database!: pg.Pool;
  #ports: readonly number[] = [];

  private constructor(private readonly own: readonly Record<string, string>[]) {}

  /** Runs them for all tests of a file. `own` has additional settings of the first and the second. */
  static forFile(
    settings: Record<string, string>,
    own: readonly Record<string, string>[] = [],
  ): WebhookProcesses {
    const processes = new WebhookProcesses(own);
    beforeAll(() => processes.#begin(settings), 60_000);
    afterAll(() => processes.#end(), 60_000);
    return processes;
  }

  /** Starts the first or the second one; resolves when it is ready. */
  async start(index: 0 | 1): Promise<void> {
    const own = { ...this.own[index], RPC_PORT: String(this.#ports[index]) };
    this.#running.set(index, await startProcess('webhook', { ...this.#installation.env, ...own }));
  }

  /** Kills a process; resolves when it has exited. */
  async kill(index: 0 | 1): Promise<void> {
    await this.#running.get(index)?.end('SIGKILL');
  }

  /** Stops a process or lets it continue. */
  signal(index: 0 | 1, signal: 'SIGSTOP' | 'SIGCONT'): void {
    process.kill(this.#running.get(index)?.pid ?? NaN, signal);
  }

  /** Number of attempts that a running process has made. */
  async attemptsOf(index: 0 | 1): Promise<number> {
    const response = await fetch(`${this.#running.get(index)?.operationsUrl}/metrics`);
    const counts = (await response.text()).matchAll(/^parley_webhook_attempts_total\{.*\} (\d+)$/gm);
    return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
  }

  /** Creates a subscription through a running process. */
  async subscribe(url: string, by: 0 | 1 = 0): Promise<Id<'webhook'>> {
    const address = `webhook=127.0.0.1:${this.#ports[by]}`;
    const config = new RpcConfig({ ...this.#installation.env, RPC_ADDRESSES: address });
    const transport = new TcpRpc(config, createLogger('test', 'silent'));
    const body = { url, events: ['ticket.created'], secret: 'my-super-secret' };
    const ctx = inTenant(systemContext(), this.#workspace, 'live');
    try {
      return (await new Rpc(transport).call(createWebhook, ctx, { body })).id;
    } finally {
      transport.close();
    }
  }

  /** Queues a number of events for each subscription, as if they had been received. */
  async queue(webhooks: readonly Id<'webhook'>[], count: number): Promise<Queued[]> {
    const queued = webhooks.flatMap((webhook) =>
      Array.from({ length: count }, () => {
        const id = newUuid();
        const event = encodeId('event', id);
        return {
          webhook,
          webhook_id: uuidOf('webhook', webhook),
          id,
          event,
          body: JSON.stringify({ id: event }),
        };
      }),
    );
    await this.query(
      `with made as (
         select * from json_to_recordset($1) as m(webhook_id uuid, id uuid, body text)),
       stored as (
         insert into webhook.event (day, id, workspace_id, mode, type, occurred_at, body)
         select current_date, id, $2, 'live', 'ticket.created', now(), convert_to(body, 'UTF8') from made)
       insert into webhook.delivery (webhook_id, id, workspace_id, mode, event_id, event_type, day, due_at)
       select webhook_id, webhook.delivery_id(id, webhook_id), $2, 'live', id, 'ticket.created', current_date, now()
         from made`,
      [JSON.stringify(queued), uuidOf('workspace', this.#workspace)],
    );
    return queued;
  }

  /** Number of deliveries in the queue. */
  async left(): Promise<number> {
    const [row] = await this.query<{ left: number }>('select count(*)::int as left from webhook.delivery');
    return row?.left ?? NaN;
  }

  /** Deliveries that are leased to any process, running or killed. */
  async leased(): Promise<Queued[]> {
    const rows = await this.query<{ webhook_id: string; event_id: string }>(
      'select webhook_id, event_id from webhook.delivery where status = 1',
    );
    return rows.map((row) => ({
      webhook: encodeId('webhook', row.webhook_id),
      event: encodeId('event', row.event_id),
    }));
  }

  /** Time until the last lease ends, by the clock of the database. */
  async longestLeaseMs(): Promise<number> {
    const [row] = await this.query<{ ms: number }>(
      `select coalesce(max(extract(epoch from due_at - now()) * 1000), 0)::float as ms
         from webhook.delivery where status = 1`,
    );
    return row?.ms ?? NaN;
  }

  async query<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.#database.query(text, values)).rows as Row[];
  }

  async #begin(settings: Record<string, string>): Promise<void> {
    this.#ports = await freePorts(2);
    this.#installation = await newInstallation({
      ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
      ...settings,
      RPC_ADDRESSES: `webhook=127.0.0.1:${this.#ports[0]}`,
    });
    this.#database = new pg.Pool({ connectionString: this.#installation.env['DATABASE_URL'], max: 2 });
    await Promise.all([this.start(0), this.start(1)]);
  }

  async #end(): Promise<void> {
    await this.#database.end();
    await Promise.all([...this.#running.values()].map((process) => process.end('SIGTERM')));
    await this.#installation.remove();
  }
}
