import { beforeAll, describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { eventually, refusalOf } from '@parley/testing';
import { operator } from './platform.ts';

const workspace = await operator.workspace();
const { live } = workspace;

beforeAll(() => live.ok(api.updateWorkspace, { body: { country: 'DE' } }));

/** A number in Berlin that no other contact has. */
const newNumber = () => `30${Math.random().toString().slice(2, 10)}`;
const create = async (body: object) =>
  (await live.ok(api.createContact, { body: { email: null, ...body } })).data;
const idsOf = (records: readonly { id: string }[]) => records.map(({ id }) => id);
const listed = async (phone: string) => idsOf((await live.ok(api.listContacts, { query: { phone } })).data);
const searched = async (q: string) => idsOf((await live.ok(api.listContacts, { query: { q } })).data);
const contactOf = ({ contact }: { contact: { id: string } | null }) => contact?.id;

describe('the phone number of a contact', () => {
  it('is kept as it was given, and shown in the format of E.164 if it is a number', async () => {
    const number = newNumber();
    const written = [`+49 ${number}`, `0${number}`, `0049${number}`, `(030) ${number.slice(2)}`];
    for (const phone of written)
      expect(await create({ phone })).toMatchObject({ phone, phone_e164: `+49${number}` });
    expect(await create({ phone: '112' })).toMatchObject({ phone: '112', phone_e164: null });
    const { id } = await create({ phone: `+49 ${number}` });
    const params = { contact_id: id };
    const changed = await live.ok(api.updateContact, { params, body: { phone: `+43 ${number}` } });
    expect(changed.data.phone_e164).toBe(`+43${number}`);
    const { data: none } = await live.ok(api.updateContact, {
      params,
      body: { phone: null, external_id: id },
    });
    expect(none).toMatchObject({ phone: null, phone_e164: null });
  });

  it('cannot be written in the format of E.164 alone', async () => {
    const refused = await live.call(api.createContact, {
      body: { email: `${crypto.randomUUID()}@example.com`, phone_e164: '+49301234567' } as never,
    });
    expect(refusalOf(refused)).toBe('422 read_only_parameter phone_e164');
  });

  it('finds the contact in any grouping', async () => {
    const number = newNumber();
    const local = number.slice(2);
    const abroad = await create({ phone: `+49 30 ${local.slice(0, 3)} ${local.slice(3)}` });
    const home = await create({ phone: `0${number}` });
    for (const phone of [`+49${number}`, `0${number}`, `030/${local}`, `+49 (0)30 ${local}`, ` 49${number}`])
      expect([phone, await listed(phone)]).toEqual([phone, [home.id, abroad.id]]);
    for (const q of [
      `0${number}`,
      `030 ${local}`,
      `030-${local}`,
      `+49${number}`,
      `+49 30 ${local}`,
      `+4930 ${local}`,
    ])
      expect([q, await searched(q)]).toEqual([q, [home.id, abroad.id]]);
    // One that is dialled alike in another country.
    await create({ phone: `+43 ${number}` });
    expect(await listed(`0${number}`)).toEqual([home.id, abroad.id]);
    expect(await listed('ask reception')).toEqual([]);
  });

  it('in a text is found in any grouping', async () => {
    const number = newNumber();
    const [a, b, c] = [number.slice(2, 5), number.slice(5, 7), number.slice(7)];
    const { data } = await live.ok(api.createTicket, {
      body: { subject: `Call back`, description: `Call me at 030/${a} ${b}-${c}, „größer“.` },
    });
    for (const q of [`0${number}`, `030 ${a}${b}${c}`, `030 ${a} ${b} ${c}`, `"030 ${a} ${b}${c}"`])
      expect([q, idsOf((await live.ok(api.listTickets, { query: { q } })).data)]).toEqual([q, [data.id]]);
  });
});

describe('a contact of a ticket or conversation', () => {
  it('is named by a phone number alone, and created if nobody has it', async () => {
    const number = newNumber();
    const subject = 'By phone';
    const { data: ticket } = await live.ok(api.createTicket, {
      body: { subject, contact: { phone: `0${number}`, name: 'Dana' } },
    });
    const { data: contact } = await live.ok(api.getContact, {
      params: { contact_id: contactOf(ticket) as never },
    });
    expect(contact).toMatchObject({ name: 'Dana', phone: `0${number}`, phone_e164: `+49${number}` });
    const again = await live.ok(api.createConversation, { body: { contact: { phone: `+49 ${number}` } } });
    expect(contactOf(again.data)).toBe(contact.id);
    // The oldest of those who share a number.
    await create({ phone: `0${number}` });
    const third = await live.ok(api.createTicket, { body: { subject, contact: { phone: `0${number}` } } });
    expect(contactOf(third.data)).toBe(contact.id);
  });

  it('is shown and found by its number, also by a new one', async () => {
    const [number, another] = [newNumber(), newNumber()];
    const phone = `+49 30 ${number.slice(2)}`;
    const { data: ticket } = await live.ok(api.createTicket, {
      body: { subject: 'Call', contact: { phone } },
    });
    const { data: talk } = await live.ok(api.createConversation, { body: { contact: { phone } } });
    expect([ticket.contact, talk.contact]).toEqual(
      Array(2).fill({ id: talk.contact.id, name: null, email: null, phone }),
    );
    const found = async (q: string) => [
      ...idsOf((await live.ok(api.listTickets, { query: { q } })).data),
      ...idsOf((await live.ok(api.listConversations, { query: { q } })).data),
    ];
    for (const q of [phone, `030 ${number.slice(2)}`, `0${number}`, `030/${number.slice(2)}`, `+49${number}`])
      expect([q, await found(q)]).toEqual([q, [ticket.id, talk.id]]);
    const params = { contact_id: talk.contact.id };
    await live.ok(api.updateContact, { params, body: { phone: `+49${another}` } });
    await eventually(async () => expect(await found(`0${another}`)).toEqual([ticket.id, talk.id]));
    expect(await found(phone)).toEqual([]);
    const { data: now } = await live.ok(api.getTicket, { params: { ticket_id: ticket.id } });
    expect(now.contact?.phone).toBe(`+49${another}`);
  });

  it('is one contact, however many requests name a new number at once', async () => {
    const phone = `0${newNumber()}`;
    const made = await Promise.all(
      Array.from({ length: 8 }, () => live.ok(api.createConversation, { body: { contact: { phone } } })),
    );
    expect(new Set(made.map(({ data }) => contactOf(data))).size).toBe(1);
    expect(await listed(phone)).toHaveLength(1);
  });

  it('is named by an external id, or by the address if nobody has that', async () => {
    const [external_id, email] = [crypto.randomUUID(), `${crypto.randomUUID()}@example.com`];
    const known = await create({ external_id });
    const named = await live.ok(api.createTicket, { body: { subject: 'Named', contact: { external_id } } });
    expect(contactOf(named.data)).toBe(known.id);
    const byEmail = await create({ email });
    const contact = { external_id: crypto.randomUUID(), email };
    const found = await live.ok(api.createConversation, { body: { contact } });
    expect(contactOf(found.data)).toBe(byEmail.id);
    const fresh = {
      external_id: crypto.randomUUID(),
      email: `${crypto.randomUUID()}@example.com`,
      phone: '112',
    };
    const { data } = await live.ok(api.createConversation, { body: { contact: fresh } });
    const params = { contact_id: contactOf(data) as never };
    expect((await live.ok(api.getContact, { params })).data).toMatchObject(fresh);
    const both = { external_id, email };
    for (const refused of [
      await live.call(api.createTicket, { body: { subject: 'Both', contact: both } }),
      await live.call(api.createConversation, { body: { contact: both } }),
    ])
      expect(refusalOf(refused)).toBe('422 ambiguous_match contact.external_id');
  });

  it('is refused if what is given beside an id, or of a linked conversation, belongs to another', async () => {
    const number = newNumber();
    const { id } = await create({ phone: `0${number}`, external_id: number });
    const subject = 'Same';
    const { data: conversation } = await live.ok(api.createConversation, { body: { contact: { id } } });
    for (const contact of [{ phone: `+49 ${number}` }, { external_id: number }]) {
      await live.ok(api.createTicket, { body: { subject, contact: { id, ...contact } } });
      await live.ok(api.createTicket, { body: { subject, contact, conversation_id: conversation.id } });
    }
    for (const contact of [{ phone: `+43 ${number}` }, { external_id: 'other' }]) {
      const [param = ''] = Object.keys(contact);
      const refused = [
        await live.call(api.createTicket, { body: { subject, contact: { id, ...contact } } }),
        await live.call(api.createTicket, { body: { subject, contact, conversation_id: conversation.id } }),
      ];
      expect(refused.map(refusalOf)).toEqual(Array(2).fill(`422 invalid_parameter contact.${param}`));
    }
  });

  it('has no name if that is null, empty or blank', async () => {
    for (const name of [null, '', ' \u200b']) {
      const email = `${crypto.randomUUID()}@example.com`;
      const { data } = await live.ok(api.createTicket, {
        body: { subject: 'Form', contact: { email, name } },
      });
      expect(data.contact).toMatchObject({ email, name: null });
      expect(await create({ name, phone: '112' })).toMatchObject({ name: null });
    }
  });
});
