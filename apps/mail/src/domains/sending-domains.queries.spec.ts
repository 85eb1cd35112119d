import { afterAll, expect, it } from '@jest/globals';
import { uuidOf } from '@parley/contracts';
import type { TenantContext } from '@parley/runtime/context';
import { newUuid } from '@parley/runtime/records';
import { newTenant, TestStore } from '@parley/testing';
import { mailDatabase } from '../mail.database.ts';
import { countDomains, disproveOthers, findDomain } from './sending-domains.queries.ts';

const store = await TestStore.open(mailDatabase);
afterAll(() => store.close());

async function add(ctx: TenantContext, domain: string, status: string): Promise<string> {
  const id = newUuid();
  await store.database.query(
    `insert into mail.sending_domain (workspace_id, mode, id, version, domain, selector, public_key, encrypted_key, status,
       record_states, created_at, updated_at)
     values ($1, 'live', $2, 1, $3, 'parley1', '', '', $4, '{"dkim": "found", "spf": "found"}', now(), now())`,
    [uuidOf('workspace', ctx.tenant.workspaceId), id, domain, status],
  );
  return id;
}

it('a domain that another workspace proves to own is verified no more', async () => {
  const [before, after] = [newTenant(), newTenant()];
  const [sold, kept] = [
    await add(before, 'sold.example', 'verified'),
    await add(before, 'kept.example', 'verified'),
  ];
  const own = await add(after, 'sold.example', 'pending');
  await store.db.transaction(after, (tx) => tx.query(disproveOthers, ['sold.example']));
  const stateOf = async (ctx: TenantContext, id: string) => {
    const row = await store.db.read(ctx).one(findDomain, [id]);
    return { status: row?.status, version: row?.version, dkim: row?.record_states['dkim'] };
  };
  expect(await stateOf(before, sold)).toEqual({ status: 'failed', version: 2, dkim: 'different' });
  expect(await stateOf(before, kept)).toEqual({ status: 'verified', version: 1, dkim: 'found' });
  expect(await stateOf(after, own)).toEqual({ status: 'pending', version: 1, dkim: 'found' });
});

it('the domains of a workspace are counted, with whether one of them is the given one', async () => {
  const ctx = newTenant();
  await add(ctx, 'a.example', 'pending');
  await add(newTenant(), 'b.example', 'pending');
  const known = (domain: string) => store.db.read(ctx).one(countDomains, [domain]);
  expect(await known('a.example')).toEqual({ count: 1, exists: true });
  expect(await known('b.example')).toEqual({ count: 1, exists: false });
});
