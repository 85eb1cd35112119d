import { describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { eventually } from '@parley/testing';
import { operator } from './platform.ts';

const { live } = await operator.workspace();
const newAddress = () => `${crypto.randomUUID()}@example.com`;
const { data: mailbox } = await live.ok(api.createMailbox, {
  body: { name: 'Support', address: newAddress(), transport: { type: 'sandbox' } },
});

/** A conversation by mail, with the address of its contact. */
async function begin(contact: { email: string } | { phone: string } = { email: newAddress() }) {
  const body = { contact, mailbox_id: mailbox.id };
  const { data } = await live.ok(api.createConversation, { body });
  return { params: { conversation_id: data.id }, contact_id: data.contact.id, address: data.contact.email };
}
type Begun = Awaited<ReturnType<typeof begin>>;

interface Fields {
  type?: 'note';
  author?: { type: 'contact' };
  send?: false;
  email?: { to?: string[]; cc?: string[] };
}
const write = async ({ params }: Begun, body: Fields = {}): Promise<api.Message> =>
  (await live.ok(api.createMessage, { params, body: { body: 'Hello', ...body } })).data;
const answer = (begun: Begun) => write(begun, { author: { type: 'contact' } });
const plain = ({ to, cc }: Pick<api.MessageEmail, 'to' | 'cc'>) =>
  [to, cc].map((list) => list.map(({ address }) => address));
const recipientsOf = async ({ params }: Begun) =>
  plain((await live.ok(api.listReplyRecipients, { params })).data);
const sent = ({ email }: api.Message) => plain(email as api.MessageEmail);

describe('a reply by mail that names nobody', () => {
  it('goes to the contact alone once it has answered, also after a mail to others', async () => {
    const [begun, partner] = [await begin(), newAddress()];
    await write(begun, { email: { to: [partner], cc: [newAddress()] } });
    expect((await recipientsOf(begun))[0]).toEqual([partner]);
    await answer(begun);
    await write(begun, { type: 'note' });
    await write(begun, { send: false });
    expect(await recipientsOf(begun)).toEqual([[begun.address], []]);
    expect(sent(await write(begun))).toEqual([[begun.address], []]);
    await write(begun, { email: { to: [partner] } });
    expect(sent(await write(begun))).toEqual([[partner], []]);
  });

  it('goes to nobody where a contact without an address has answered', async () => {
    const begun = await begin({ phone: '+49 30 1234567' });
    await write(begun, { email: { to: [newAddress()] } });
    await answer(begun);
    expect((await write(begun)).delivery).toMatchObject({
      status: 'failed',
      error: { code: 'no_recipients' },
    });
  });

  it('goes to another contact of the conversation in place of the former one', async () => {
    const [begun, kim, other] = [await begin(), newAddress(), newAddress()];
    await write(begun, { email: { cc: [kim] } });
    await live.ok(api.updateConversation, { params: begun.params, body: { contact: { email: other } } });
    expect(await recipientsOf(begun)).toEqual([[other], [kim]]);
    expect(sent(await write(begun))).toEqual([[other], [kim]]);
  });

  it('goes to the corrected address of the contact in place of the former one', async () => {
    const [begun, kim, email] = [await begin(), newAddress(), newAddress()];
    await write(begun, { email: { to: [kim], cc: [begun.address ?? ''] } });
    const params = { contact_id: begun.contact_id };
    await live.ok(api.updateContact, { params, body: { email } });
    await eventually(async () => expect(await recipientsOf(begun)).toEqual([[kim], [email]]));
    expect(sent(await write(begun))).toEqual([[kim], [email]]);
  });
});

describe('a message that is sent again', () => {
  const again = async ({ id, conversation_id }: api.Message, email?: Fields['email']) => {
    const params = { conversation_id, message_id: id };
    const statusNow = async () => (await live.ok(api.getMessage, { params })).data.delivery?.status;
    await eventually(async () => expect(await statusNow()).toBe('failed'));
    return (await live.ok(api.resendMessage, { params, body: email === undefined ? {} : { email } })).data;
  };

  it('goes to the contact, which has an address by now, if it had no recipients', async () => {
    const [begun, email] = [await begin({ phone: '+49 30 1234568' }), newAddress()];
    const failed = await write(begun);
    await write(begun, { email: { to: [newAddress()] } });
    const params = { contact_id: begun.contact_id };
    await live.ok(api.updateContact, { params, body: { email } });
    await eventually(async () => {
      const sentAgain = await again(failed);
      expect([sentAgain.delivery?.status, sent(sentAgain)]).toEqual(['queued', [[email], []]]);
    });
  });

  it('keeps those of its recipients that it has not reached where `email` names no others', async () => {
    const [begun, kim] = [await begin(), newAddress()];
    const cc = ['failed@customer.sandbox', 'lee@customer.sandbox'];
    const failed = await write(begun, { email: { to: ['failed@kim.sandbox'], cc } });
    expect(sent(await again(failed, { to: [kim] }))).toEqual([[kim], ['failed@customer.sandbox']]);
  });
});
