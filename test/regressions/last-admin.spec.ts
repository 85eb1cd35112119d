import { describe, expect, it } from '@jest/globals';
import { getMe, getUser, overrideUser, updateUser, type Input } from '@parley/contracts';
import { refusalOf } from '@parley/testing';
import { operator } from '../e2e/platform.ts';
import { addUser } from '../e2e/steps.ts';

type Patch = Input<typeof updateUser>['body'];

describe('the last active admin of a workspace', () => {
  it.each<[Patch, string]>([
    [{ role: 'agent' }, 'role'],
    [{ role: 'viewer', name: 'Demoted' }, 'role'],
    [{ status: 'inactive' }, 'status'],
  ])('cannot be demoted or deactivated: %j is rejected', async (body, param) => {
    const workspace = await operator.workspace();
    const { live } = workspace;
    await addUser(workspace, { role: 'admin', status: 'inactive' });
    const params = { user_id: (await live.ok(getMe, {})).data.id };
    const me = (await live.ok(getUser, { params })).data;
    const refused = await live.call(updateUser, { params, body });
    expect(refusalOf(refused)).toBe(`422 invalid_parameter ${param}`);
    expect((await live.ok(getUser, { params })).data).toEqual(me);
    expect((await live.call(updateUser, { params, body: { name: 'Renamed' } })).status).toBe(200);
  });

  it('can be changed once there is another, but not both concurrently', async () => {
    const workspace = await operator.workspace();
    const { live } = workspace;
    const first = (await live.ok(getMe, {})).data.id;
    const second = (await addUser(workspace, { role: 'admin' })).id;
    const demote = (id: typeof first) =>
      live.call(updateUser, { params: { user_id: id }, body: { role: 'agent' } });
    const both = await Promise.all([demote(first), demote(second)]);
    const users = await Promise.all(
      [first, second].map(async (id) => (await live.ok(getUser, { params: { user_id: id } })).data.role),
    );
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(users.sort()).toEqual(['admin', 'agent']);
  });

  it('can be changed by the operator', async () => {
    const { live } = await operator.workspace();
    const { id } = (await live.ok(getMe, {})).data;
    expect((await operator.run(overrideUser, { id, role: 'agent' })).role).toBe('agent');
  });
});
