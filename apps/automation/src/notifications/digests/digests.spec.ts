import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DIGEST_MAX, sendDigest, uuidOf, type Input } from '@parley/contracts';
import { InProcessRpc, Rpc } from '@parley/rpc';
import { newId } from '@parley/runtime/records';
import { newTenant, TestStore } from '@parley/testing';
import { automationDatabase } from '../../automation.database.ts';
import { notify as notifyIn } from '../notifier.fixture.ts';
import { changeChannels } from '../notifications.queries.ts';
import { Digests } from './digests.ts';

const store = await TestStore.open(automationDatabase);
afterAll(() => store.close());

type Sent = Input<typeof sendDigest>;
let sent: Sent[] = [];
let isAway = false;
const transport = new InProcessRpc();
transport.serve('mail', (_procedure, _ctx, input) => {
  if (isAway) return Promise.reject(new Error('the mail service is away'));
  sent.push(input as Sent);
  return Promise.resolve({ value: { accepted: true }, replayed: false });
});
const digestsOf = () => new Digests(store.db, new Rpc(transport));
const digests = digestsOf();
const notify = notifyIn.bind(null, store.db);

beforeEach(async () => {
  sent = [];
  isAway = false;
  await store.database.query('delete from automation.notification');
  await store.database.query('delete from automation.notification_digest');
});

const age = (minutes: number) =>
  store.database.query(
    'update automation.notification set created_at = created_at - make_interval(mins => $1)',
    [minutes],
  );
const waiting = async () => (await store.database.query('select from automation.notification_digest')).length;

describe('a digest', () => {
  it('has what a user has not read since an hour, and what came after it, newest first', async () => {
    const [ctx, user] = [newTenant(), newId('user')];
    const first = await notify(ctx, user);
    await age(61);
    const second = await notify(ctx, user, 'reply');
    await digests.run();
    expect(sent).toEqual([
      {
        id: expect.any(String),
        workspace_id: ctx.tenant.workspaceId,
        digest: {
          ...{ user_id: user, unread: 2 },
          newest: [
            { cause: 'reply', record_id: second },
            { cause: 'assigned', record_id: first },
          ],
        },
      },
    ]);
    expect(await waiting()).toBe(0);
  });

  it('has each notification once, and is made of nothing that is younger', async () => {
    const [ctx, user] = [newTenant(), newId('user')];
    await notify(ctx, user);
    await digests.run();
    expect(sent).toEqual([]);
    await age(61);
    await Promise.all([digests.run(), digestsOf().run(), digestsOf().run()]);
    await digests.run();
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
    await notify(ctx, user);
    await age(61);
    await digests.run();
    expect(new Set(sent.map(({ id }) => id)).size).toBe(2);
    expect(sent.map(({ digest }) => digest.unread)).toEqual(sent.map(() => 1));
  });

  it('leaves out what was read, what is of test mode, and causes whose mail is off', async () => {
    const [ctx, test, user, silent] = [newTenant(), newTenant('test'), newId('user'), newId('user')];
    await store.db.transaction(ctx, (tx) =>
      tx.query(changeChannels, [uuidOf('user', silent), { assigned: { mail: false } }]),
    );
    await notify(ctx, user);
    await notify(ctx, silent);
    await notify(test, user);
    await store.database.query('update automation.notification set read_at = now() where user_id = $1', [
      uuidOf('user', user),
    ]);
    await age(61);
    await digests.run();
    expect(sent).toEqual([]);
    await notify(ctx, silent, 'reply');
    await age(61);
    await digests.run();
    expect(sent.map(({ digest }) => digest.newest.map(({ cause }) => cause))).toEqual([['reply']]);
  });

  it('of many shows the newest and counts all', async () => {
    const [ctx, user] = [newTenant(), newId('user')];
    for (let nth = 0; nth <= DIGEST_MAX; nth += 1) await notify(ctx, user);
    const newest = await notify(ctx, user);
    await age(61);
    await digests.run();
    const [{ digest } = { digest: undefined }] = sent;
    expect([digest?.unread, digest?.newest.length]).toEqual([DIGEST_MAX + 2, DIGEST_MAX]);
    expect(digest?.newest[0]?.record_id).toBe(newest);
  });

  it('waits with the same id while the mail service is away, for a day', async () => {
    const [ctx, user] = [newTenant(), newId('user')];
    await notify(ctx, user);
    await age(61);
    isAway = true;
    await expect(digests.run()).rejects.toThrow();
    const [kept] = await store.database.query<{ id: string }>(
      'select id from automation.notification_digest',
    );
    isAway = false;
    await digests.run();
    expect(sent.map(({ id }) => id)).toEqual([kept?.id]);

    await notify(ctx, user);
    await age(61);
    isAway = true;
    await expect(digests.run()).rejects.toThrow();
    isAway = false;
    await store.database.query(
      "update automation.notification_digest set created_at = now() - interval '1 day'",
    );
    await digests.run();
    expect(sent).toHaveLength(1);
    await digests.prune();
    expect(await waiting()).toBe(0);
  });
});
