import { SpanKind, tracing, type TraceContext } from '@parley/runtime/tracing';
import type { ConnectionShares } from './connection-shares.ts';
import type { Connections } from './connections.ts';
import { asApiError, isStaleConnection } from '../errors.ts';
import type { PooledClient } from './pooled-client.ts';

export type Execute = <Row>(name: string, text: string, values: readonly unknown[]) => Promise<Row[]>;

export function tracedBy(ctx: TraceContext | null, execute: Execute): Execute {
  if (ctx === null || !tracing.isRecording(ctx)) return execute;
  return <Row>(name: string, text: string, values: readonly unknown[]) =>
    tracing.run(
      `sql ${name}`,
      ctx,
      { kind: SpanKind.CLIENT, attributes: { 'db.system.name': 'postgresql', 'db.query.summary': name } },
      () => execute<Row>(name, text, values),
    );
}

/** Runs statements on one connection. */
export function executeOn(connections: Connections, client: PooledClient): Execute {
  return async <Row>(name: string, text: string, values: readonly unknown[]) => {
    try {
      client.gatherWrites();
      return (await connections.execute(client, name, text, values)) as Row[];
    } catch (error) {
      throw asApiError(error);
    }
  };
}

export interface ReadLimits {
  readonly shares: ConnectionShares;
  readonly share: string;
  readonly until: number;
}

/**
 * Runs statements each on any connection; once more if that was stale. At the deadline of `limits` a running one loses its
 * connection and is cancelled, or those of callers who have given up would occupy the pool.
 */
export function executeEach(connections: Connections, limits?: ReadLimits): Execute {
  return <Row>(...statement: Parameters<Execute>) =>
    repeatingOnce(async () => {
      if (limits === undefined) return runAlone<Row>(connections, Infinity, statement);
      await limits.shares.acquire(limits.share, limits.until);
      try {
        return await runAlone<Row>(connections, limits.until, statement);
      } finally {
        limits.shares.release(limits.share);
      }
    });
}

async function runAlone<Row>(connections: Connections, until: number, statement: Parameters<Execute>) {
  let timer: NodeJS.Timeout | undefined;
  try {
    return await connections.use(until, async (client) => {
      if (until !== Infinity)
        timer = setTimeout(() => client.socket.destroy(), Math.max(0, until - Date.now()));
      return (await connections.execute(client, ...statement)) as Row[];
    });
  } catch (error) {
    throw asApiError(error);
  } finally {
    clearTimeout(timer);
  }
}

/** Repeats work that a stale connection has failed, which has had no effect. */
export async function repeatingOnce<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isStaleConnection(error)) throw error;
    return work();
  }
}
