import { afterAll, describe, expect, it } from '@jest/globals';
import { readPage } from '@parley/lists';
import { TenantDatabase } from '@parley/persistence';
import { listCases, newTenant, Plans, TestDatabase } from '@parley/testing';
import { identityDatabase } from '../identity.database.ts';
import { findAnywhere } from '../sign-in/sessions.queries.ts';
import { memberList, teamList } from '../teams/teams.queries.ts';
import { userList } from './users.queries.ts';

const USERS = 20_000;
const WORKSPACES = 200;
const TEAM = '00000000-0000-7000-8000-000000000001';

/** Values that the first tenth of the users have, and some that others have. */
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  role: [['viewer'], ['agent'], ['admin']],
  status: [['inactive'], ['active']],
};

/** User n of many, oldest first; the first tenth of them is what the rest is not. */
const INSERT_USERS = `
  insert into identity.member (workspace_id, id, email, email_key, name, role, status, password_hash, created_at,
    updated_at)
  select $1, gen_random_uuid(), key, key, key, case when old then 'viewer' else 'agent' end,
    case when old then 'inactive' else 'active' end, repeat('x', 200), at, at
  from generate_series(1, ${USERS}) n, lateral (select n <= ${USERS / 10} as old) o,
    lateral (select lpad(n::text, 6, '0') || '@example.com' as key, now() - (${USERS} - n) * interval '1 h' as at) k`;

/** The other workspaces have teams as well; each has few, but together they are many. */
const INSERT_TEAMS = `
  insert into identity.team (workspace_id, id, name, created_at, updated_at)
  select w.id, case when w.id = $1 and n = 1 then '${TEAM}' else gen_random_uuid() end, 'Team ' || n,
    now() - n * interval '1 h', now()
  from identity.workspace w, generate_series(1, 50) n`;

const INSERT_MEMBERS = `
  insert into identity.team_member (workspace_id, team_id, user_id, joined_at)
  select workspace_id, '${TEAM}', id, now() - row_number() over () * interval '1 minute'
    from identity.member where workspace_id = $1 order by random() limit 500`;

const ctx = newTenant();
const database = await TestDatabase.create(identityDatabase);
const plans = await Plans.open(database, 'identity');
const { workspace } = new TenantDatabase(ctx, plans.execute);
await database.query(
  `insert into identity.workspace (id, name, plan, route_tag, created_at, updated_at)
       select case when n = 1 then $1 else gen_random_uuid() end, 'Test', 'free', 'test', now(), now()
         from generate_series(1, ${WORKSPACES}) n`,
  [workspace],
);
for (const sql of [INSERT_USERS, INSERT_TEAMS, INSERT_MEMBERS]) await database.query(sql, [workspace]);
for (const table of ['workspace', 'member', 'team', 'team_member']) await plans.settle(table);

describe('the lists of users and teams', () => {
  afterAll(async () => {
    await plans.close();
    await database.drop();
  });

  // Teams and their members have no index for each sort: a workspace has few teams, and a team few members.
  it.each([
    ...listCases(userList, VALUES),
    ...listCases(teamList, VALUES),
    ...listCases(memberList, VALUES, { team: TEAM }),
  ])('%s use no sequential scan and read few rows beyond those they return', async (_, { list, query }) => {
    const { total_count: total, rows } = await readPage<unknown>(
      new TenantDatabase(ctx, plans.execute),
      list,
      query,
    );
    expect(rows).toHaveLength(Math.min(25, total));
    expect(plans.excess()).toEqual([]);
  });

  it('are not scanned by a sign-in without a workspace', async () => {
    const found = await plans.execute(findAnywhere.name, findAnywhere.text, ['015000@example.com']);
    expect(found).toHaveLength(1);
    expect(plans.excess({ passed: 0, skipped: 0 })).toEqual([]);
  });
});
