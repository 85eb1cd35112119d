import { EFFECTS } from './builds.ts';
import { haveArrived, type History, type Seen } from './history.ts';
import type { Scene } from './scene.ts';

/** Everything that was seen of a run so far, of all workspaces with a load. */
export async function historyOf(scene: Scene): Promise<History> {
  const committed = await scene.sql<{ subject: string }>(
    `select envelope->'data'->>'subject' as subject from ticket.outbox
      where type in ('ticket.created', 'ticket.updated') and split_part(envelope->'data'->>'subject', ' ', 1) = any($1)`,
    [scene.tenants.map(({ load }) => load.tag)],
  );
  return {
    ...(await seenIn(scene)),
    committed: new Set(committed.map(({ subject }) => subject)),
    healedAt: scene.healedAt,
  };
}

/** Whether every write has arrived that was acknowledged. Unlike {@link historyOf} it does not scan the outbox. */
export async function haveAllArrived(scene: Scene): Promise<boolean> {
  return haveArrived(await seenIn(scene));
}

async function seenIn(scene: Scene): Promise<Pick<History, 'writes' | 'delivered' | 'effects'>> {
  const { tenants } = scene;
  return {
    writes: tenants.flatMap(({ load }) => load.writes),
    delivered: tenants.flatMap((tenant) => tenant.delivered),
    // Of these workspaces, whatever it is, and of these loads, wherever it is; others have events of their own.
    effects: await scene.sql<Seen>(
      `select event, workspace_id || ' ' || mode as tenant, subject, ticket, (extract(epoch from at) * 1000)::float8 as at
         from ${EFFECTS} where workspace_id || ' ' || mode = any($1) or split_part(subject, ' ', 1) = any($2)
        order by position`,
      [tenants.map(({ name }) => name), tenants.map(({ load }) => load.tag)],
    ),
  };
}
