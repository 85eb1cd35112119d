import { describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { operator } from './platform.ts';

const add = (
  user: Pick<api.Input<typeof api.createUser>, 'email' | 'name' | 'team' | 'role' | 'status'>,
  to = workspace,
) => operator.run(api.createUser, { workspace: to.credentials.workspace_id, ...user });
const [workspace, stranger] = await Promise.all([operator.workspace(), operator.workspace()]);
await add({ email: 'a@example.com', name: 'Ann', team: 'Support' });
await add({ email: 'b@example.com', name: 'ben', team: 'Support', role: 'viewer' });
await add({ email: 'c@example.com', name: 'Cem', team: 'Support', status: 'inactive' });
await add({ email: 'd@example.com', name: 'Dee', team: 'billing' });
await add({ email: 'e@example.com', name: 'Eve', team: 'Support' }, stranger);

describe('teams', () => {
  const support = async (of = workspace) => {
    const { data } = await of.live.ok(api.listTeams, { query: {} });
    return data.find(({ name }) => name === 'Support')?.id ?? 'team_';
  };

  it('are created by their first member, and count their members', async () => {
    const { data, meta } = await workspace.live.ok(api.listTeams, { query: { sort: 'name', order: 'asc' } });
    expect(data.map(({ name, members_count: count }) => [name, count])).toEqual([
      ['billing', 1],
      ['Support', 3],
    ]);
    expect(meta.total_count).toBe(2);
    for (const team of data) {
      expect(api.Team.strict().parse(team)).toEqual(team);
      expect((await workspace.live.ok(api.getTeam, { params: { team_id: team.id } })).data).toEqual(team);
    }
    expect((await workspace.test.ok(api.listTeams, { query: { sort: 'name', order: 'asc' } })).data).toEqual(
      data,
    );
  });

  const members = async (query: api.Input<typeof api.listMembers>['query']) =>
    (await workspace.live.ok(api.listMembers, { params: { team_id: await support() }, query })).data;

  it('list their members as users with the time of joining', async () => {
    const listed = await members({});
    expect(listed.map(({ name }) => name)).toEqual(['Cem', 'ben', 'Ann']);
    for (const member of listed) {
      expect(api.TeamMember.strict().parse(member)).toEqual(member);
      const { joined_at: joined, ...user } = member;
      const { data } = await workspace.live.ok(api.getUser, { params: { user_id: user.id } });
      expect(user).toEqual(data);
      expect(joined).toBe(data.created_at);
    }
  });
});
