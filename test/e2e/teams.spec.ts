import { describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { operator } from './platform.ts';
import { addUser } from './steps.ts';

const [workspace, stranger] = await Promise.all([operator.workspace(), operator.workspace()]);
await addUser(workspace, { name: 'Ann', team: 'Support' });
await addUser(workspace, { name: 'ben', team: 'Support', role: 'viewer' });
await addUser(workspace, { name: 'Cem', team: 'Support', status: 'inactive' });
await addUser(workspace, { name: 'Dee', team: 'billing' });
await addUser(stranger, { name: 'Eve', team: 'Support' });

describe('teams', () => {
  const byName = { query: { sort: 'name', order: 'asc' } } as const;

  it('are created by their first member, and count their members', async () => {
    const { data, meta } = await workspace.live.ok(api.listTeams, byName);
    expect(data.map(({ name, members_count: count }) => [name, count])).toEqual([
      ['billing', 1],
      ['Support', 3],
    ]);
    expect(meta.total_count).toBe(2);
    expect((await workspace.test.ok(api.listTeams, byName)).data).toEqual(data);
  });

  it('list their members as users with the time of joining', async () => {
    const [, support] = (await workspace.live.ok(api.listTeams, byName)).data;
    const params = { team_id: support?.id ?? 'team_' };
    const listed = (await workspace.live.ok(api.listMembers, { params, query: {} })).data;
    expect(listed.map(({ name }) => name)).toEqual(['Cem', 'ben', 'Ann']);
    for (const member of listed) {
      const { joined_at: joined, ...user } = member;
      const { data } = await workspace.live.ok(api.getUser, { params: { user_id: user.id } });
      expect(user).toEqual(data);
      expect(joined).toBe(data.created_at);
    }
  });
});
