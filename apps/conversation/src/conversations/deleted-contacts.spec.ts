import { afterAll, expect, it } from '@jest/globals';
import { encodeId } from '@parley/contracts';
import { newUuid } from '@parley/runtime/records';
import type { Rpc } from '@parley/rpc';
import { newTenant, TestStore } from '@parley/testing';
import { Projections } from '@parley/projections';
import { conversationDatabase } from '../conversation.database.ts';

const store = await TestStore.open(conversationDatabase);
afterAll(() => store.close());

/** The owner of contacts, which has deleted them all. */
const rpc = { call: () => Promise.resolve(null) } as unknown as Rpc;
const projections = new Projections(store.db, rpc);

it('a record keeps its contact that was deleted a moment ago, and gets no other one', async () => {
  const ctx = newTenant();
  const [own, other] = [newUuid(), newUuid()];
  for (const id of [own, other])
    await projections.storeIfMissing(ctx, {
      id,
      name: 'Dana',
      email: `${id}@example.com`,
      phone: null,
      phone_e164: null,
    });
  const named = (id: string, email = `${id}@example.com`) => ({
    id: encodeId('contact', id),
    email,
    name: 'Dana',
  });
  expect(await projections.contact(ctx, named(own), own)).toMatchObject({
    id: own,
    email: `${own}@example.com`,
  });
  await expect(projections.contact(ctx, named(other), own)).rejects.toThrow('is not a contact');
  await expect(projections.contact(ctx, named(own), null)).rejects.toThrow('is not a contact');
  await expect(projections.contact(ctx, named(own, 'other@example.com'), own)).rejects.toThrow(
    'contact.email',
  );
});
