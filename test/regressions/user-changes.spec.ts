import { expect, it } from '@jest/globals';
import { updateUser, uuidOf } from '@parley/contracts';
import { connected } from '@parley/testing';
import { databaseUrl, operator } from '../e2e/platform.ts';
import { addUser } from '../e2e/steps.ts';

it('of two concurrent updates of a user with one Idempotency-Key, one is rejected while the other runs', async () => {
  const workspace = await operator.workspace();
  const { id } = await addUser(workspace);
  await using holder = await connected(databaseUrl);
  await holder.query('begin');
  await holder.query('select 1 from identity.member where id = $1 for update', [uuidOf('user', id)]);
  const sent = { params: { user_id: id }, body: { name: 'After' } };
  const change = () => workspace.live.call(updateUser, sent, { 'idempotency-key': 'once' });
  const both = [change(), change()];
  // Neither can change the user yet, so the first answer is that of the one without the key.
  const refused = await Promise.race(both);
  expect([refused.status, refused.body.error.code]).toEqual([409, 'idempotency_in_progress']);
  await holder.query('rollback');
  const answers = await Promise.all(both);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const again = await change();
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
});
