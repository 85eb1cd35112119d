import { afterAll, expect, it } from '@jest/globals';
import { EventsModule, EventTransport, InProcessEvents } from '@parley/events';
import { Encryptor } from '@parley/runtime/encryptor';
import { TestStore } from '@parley/testing';
import { mailDatabase } from '../mail.database.ts';
import { Credentials, encryptedReceivingSecrets } from './credentials.ts';
import { MailboxRow } from './mailbox.entity.ts';
import { readMailbox, storeMailbox } from './mailbox.fixture.ts';

const [OLD, NEW] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)] as const;
const store = await TestStore.open(mailDatabase, {
  imports: [EventsModule.forService('mail')],
  providers: [Credentials],
  transports: [{ provide: EventTransport, useValue: new InProcessEvents(['mail']) }],
});
afterAll(() => store.close());

it('the secret of a provider is among those that are encrypted again with the current key', async () => {
  const [before, after] = [new Encryptor([OLD]), new Encryptor([NEW, OLD])];
  const box = await storeMailbox(store, {});
  const secret = { password: '7rJ2mVx0q9TzLw4c' };
  const encrypted = new Credentials(before).encryptReceiving(box.row.id, secret);
  await store.db.transaction(box.ctx, (tx) =>
    tx.update(MailboxRow, box.row, { encrypted_receiving_secret: encrypted }),
  );
  const { select, update, firstKey, keyOf, purposeOf } = encryptedReceivingSecrets;
  const pending = () => store.db.system(select, [...firstKey, after.prefix, 10]);
  const [row] = await pending();
  const [value] = row?.encrypted ?? [];
  if (row === undefined || value === undefined) throw new Error('nothing is to be encrypted again');
  const replaced = after.encrypt(after.decrypt(value, purposeOf(row)), purposeOf(row));
  expect(await store.db.system(update, [...keyOf(row), row.encrypted, [replaced]])).toHaveLength(1);
  expect(await pending()).toEqual([]);
  const { row: stored } = await readMailbox(store, box);
  expect(new Credentials(new Encryptor([NEW])).readReceiving(stored)).toEqual(secret);
  expect(mailDatabase.encrypted).toContain(encryptedReceivingSecrets);
});
