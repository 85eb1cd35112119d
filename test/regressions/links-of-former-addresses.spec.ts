import { expect, it } from '@jest/globals';
import { addUser as invite, updateUser } from '@parley/contracts';
import { operator } from '../e2e/platform.ts';

it('the link of an invitation ends when its user gets another address, and not when the address is written differently', async () => {
  const { live } = await operator.workspace();
  const local = crypto.randomUUID();
  const { data: user } = await live.ok(invite, {
    body: { email: `${local}@example.com`, name: 'Noor Haddad', role: 'admin' },
  });
  const status = async () => (await fetch(user.invitation.url)).status;
  const change = (email: string) => live.ok(updateUser, { params: { user_id: user.id }, body: { email } });
  await change(`${local.toUpperCase()}@example.com`);
  expect(await status()).toBe(200);
  await change(`${crypto.randomUUID()}@example.com`);
  expect(await status()).toBe(404);
});
