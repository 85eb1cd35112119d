import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { inTenant, newId, systemContext } from '@parley/kernel';
import type { ListDefinition } from '@parley/persistence';
import { messageList } from '../messages/messages.queries.ts';
import { Store } from '../store.fixture.ts';
import { tagList } from '../tags/tags.queries.ts';
import { conversationList } from './conversations.queries.ts';

/** A value that some rows have, as SQL, for each filter. */
const VALUES: Readonly<Record<string, string>> = {
  status: `'pending'`,
  channel: `'chat'`,
  assignee: `'00000000-0000-7000-8000-000000000003'::uuid`,
  created_after: `now() - interval '2 days'`,
  created_before: `now() - interval '2 days'`,
  type: `'note'`,
};

describe('a page of a list', () => {
  let store: Store;
  let workspace: string;
  let conversation: string;

  beforeAll(async () => {
    store = await Store.open();
    workspace = store.db.read(inTenant(systemContext(), newId('workspace'), 'live')).workspace;
    await store.database.query(
      `insert into conversation.conversation (workspace_id, mode, id, version, status, priority, channel, contact_id,
         assignee_id, created_at, updated_at)
       select case when n % 2 = 0 then $1 else gen_random_uuid() end, 'live', gen_random_uuid(), 1,
         (array['open', 'pending', 'closed'])[1 + n % 3], (array['urgent', 'high', 'normal', 'low'])[1 + n % 4],
         (array['email', 'chat', 'form', 'api'])[1 + n / 2 % 4], gen_random_uuid(),
         ('00000000-0000-7000-8000-00000000000' || n / 2 % 9)::uuid,
         now() - n * interval '1 minute', now() - n % 977 * interval '1 minute'
       from generate_series(1, 8000) n`,
      [workspace],
    );
    const [row] = await store.database.query<{ id: string }>(
      'select id from conversation.conversation where workspace_id = $1 limit 1',
      [workspace],
    );
    conversation = row?.id ?? '';
    await store.database.query(
      `insert into conversation.message (workspace_id, mode, id, version, conversation_id, body, type, author_type,
         author_id, created_at, updated_at)
       select workspace_id, mode, gen_random_uuid(), 1, id, 'x',
         (array['reply', 'note', 'comment'])[1 + n % 3], 'user', gen_random_uuid(), now() - n * interval '1 s', now()
       from conversation.conversation, generate_series(1, case when id = $2 then 2000 else 1 end) n
       where workspace_id = $1`,
      [workspace, conversation],
    );
    await store.database.query(
      `insert into conversation.tag (workspace_id, mode, id, version, name, name_key, color, created_at, updated_at)
       select $1, 'live', gen_random_uuid(), 1, 'tag' || n, 'tag' || n, '#000000', now(), now()
       from generate_series(1, 5000) n`,
      [workspace],
    );
    await store.database.query('analyze');
  }, 60_000);

  afterAll(() => store.close());

  const cases = [conversationList, messageList, tagList].flatMap((list) =>
    Object.keys(list.sorts).flatMap((sort) => {
      const own = Object.keys(list.filters).filter((name) => name !== 'conversation_id');
      return [[], ...own.map((name) => [name])].map((filters) => ({ list, sort, filters }));
    }),
  );

  it.each(
    cases.map((one) => [one.list.name, one.sort, one.filters.join(' and ') || 'nothing', one] as const),
  )(
    '%s sorted by %s, filtered by %s, is read from an index in order',
    async (_name, _sort, _filtered, { list, sort, filters }) => {
      expect(await planOf(list, sort, filters)).toMatch(/Index (Only )?Scan/);
      // An incremental sort orders only the rows of one value: names of tags, which are unique.
      expect(await planOf(list, sort, filters)).not.toMatch(/Seq Scan|Bitmap|> {2}Sort/);
    },
  );

  it('filtered by one value of a column, is read from the index of that value', async () => {
    for (const [filter, sort] of [
      ['status', 'created_at'],
      ['assignee', 'priority'],
      ['channel', 'updated_at'],
    ] as const)
      expect(await planOf(conversationList, sort, [filter])).toContain(
        `conversation_${filter}_${sort.replace('_at', '')}`,
      );
  });

  async function planOf(
    list: ListDefinition<unknown>,
    sort: string,
    filters: readonly string[],
  ): Promise<string> {
    const column = list.sorts[sort] ?? '';
    const where = ['workspace_id = $1', `mode = 'live'`];
    if (list.table === 'message') where.push(`conversation_id = '${conversation}'`);
    for (const name of filters)
      where.push((list.filters[name]?.sql as string).replace('?', VALUES[name] ?? ''));
    const plan = await store.database.query<{ 'QUERY PLAN': string }>(
      `explain select * from conversation.${list.table} where ${where.join(' and ')}
       order by ${column} desc, id desc limit 26`,
      [workspace],
    );
    return plan.map((line) => line['QUERY PLAN']).join('\n');
  }
});
