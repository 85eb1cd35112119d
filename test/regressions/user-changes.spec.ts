import { expect, it } from '@jest/globals';
import { createUser, updateUser, uuidOf } from '@parley/contracts';
import { databaseUrl, operator } from '../e2e/platform.ts';
import { connected } from '@parley/testing';

it('of two concurrent updates of a user with one Idempotency-Key, one is rejected while the other runs', async () => {
  const { live, credentials } = await operator.workspace();
  const workspace = credentials.workspace_id;
  const { id } = await operator.run(createUser, { workspace, email: 'a@example.com', name: 'Before' });
  await using holder = await connected(databaseUrl);
  await holder.query('begin');
  await holder.query('select 1 from identity.member where id = $1 for update', [uuidOf('user', id)]);
  const change = () =>
    live.call(
      updateUser,
      { params: { user_id: id }, body: { name: 'After' } },
      { 'idempotency-key': 'once' },
    );
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
