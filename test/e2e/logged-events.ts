import { listEvents, services, uuidOf, webhookEventTypes } from '@parley/contracts';
import { connected, eventually, type ApiClient, type TestWorkspace } from '@parley/testing';
import { databaseUrl } from './platform.ts';

/** Resolves once the event log has every event that services have committed in live mode of a workspace. */
export async function everythingLogged({ credentials, live }: TestWorkspace): Promise<void> {
  await using client = await connected(databaseUrl);
  const committed = services
    .map((service) => `select envelope ->> 'id' as id, workspace_id, type, envelope from ${service}.outbox`)
    .join(' union all ');
  await eventually(async () => {
    const { rows } = await client.query<{ id: string }>(
      `select id from (${committed}) event
          where workspace_id = $1 and envelope ->> 'mode' = 'live' and type = any($2)`,
      [uuidOf('workspace', credentials.workspace_id), webhookEventTypes],
    );
    const logged = await loggedEvents(live);
    return rows.every(({ id }) => logged.has(id));
  });
}

async function loggedEvents(live: ApiClient): Promise<Set<string>> {
  const ids = new Set<string>();
  for (let cursor: string | null | undefined; cursor !== null;) {
    const query: { per_page: string; cursor?: string } = { per_page: '100', ...(cursor && { cursor }) };
    const { data, meta } = await live.ok(listEvents, { query });
    for (const { id } of data) ids.add(id);
    cursor = meta.next_cursor;
  }
  return ids;
}
