import { eventually } from '@parley/testing';
import type pg from 'pg';
import { checkout } from '../rolling/releases.ts';
import type { Mailing } from './mailing.ts';

/** A process that is killed. */
export type Victim = 'mail' | 'conversation' | 'contact' | 'file';

/** A point of a flow at which a process waits, until it was killed there. */
export interface Reached {
  /** Resolves when the process is there. */
  readonly reached: Promise<unknown>;
  /** Lets go what the process waits for, once it is dead. */
  readonly release: () => unknown;
}

/** Resolves when a statement like this waits for a lock of the transaction. */
export async function blocked(mailing: Mailing, holder: pg.PoolClient, statement: string): Promise<void> {
  const [own] = (await holder.query<{ pid: number }>('select pg_backend_pid() as pid')).rows;
  await eventually(async () => {
    const waiting = await mailing.sql(
      `select from pg_stat_activity where $1 = any(pg_blocking_pids(pid)) and query like $2`,
      [own?.pid, statement],
    );
    return waiting.length > 0;
  });
}

/** Kills a process where it waits, and starts it again. */
export async function killAndRestart(
  mailing: Mailing,
  victim: Victim,
  release: () => unknown,
): Promise<void> {
  await mailing.deployment.kill(`${victim} 0`);
  await release();
  // As if the time had passed after which another process publishes the events of a dead one.
  for (const table of ['outbox_relay', 'outbox_lease'])
    await mailing.sql(`update ${victim}.${table} set expires_at = '-infinity'`);
  await mailing.deployment.restart(`${victim} 0`, checkout);
}
