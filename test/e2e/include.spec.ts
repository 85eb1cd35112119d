import { describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { refusalOf } from '@parley/testing';
import { operator } from './platform.ts';
import { withKey } from './steps.ts';

const workspace = await operator.workspace();
const { live } = workspace;
const newEmail = () => `${crypto.randomUUID()}@example.com`;

type Answer = { data: { id: string }[] | { id: string }; included?: api.Included };
const read = async (path: string, client = live): Promise<Answer> => {
  const { status, body } = await client.raw<Answer>('GET', path);
  expect([path, status]).toEqual([path, 200]);
  return body;
};
const idsIn = ({ included = {} }: Answer) =>
  Object.fromEntries(
    Object.entries(included).map(([group, records]) => [group, records.map(({ id }) => id).sort()]),
  );

const me = (await live.ok(api.getMe, {})).data.id;
const contact = { email: newEmail(), name: 'Dana' };
const { data: talk } = await live.ok(api.createConversation, {
  body: { contact, subject: 'Talk', message: { body: 'First' }, assignee_id: me },
});
const params = { conversation_id: talk.id };
const { data: last } = await live.ok(api.createMessage, { params, body: { body: 'Last' } });
const { data: linked } = await live.ok(api.createTicket, {
  body: { subject: 'Linked', conversation_id: talk.id, assignee_id: me, tags: ['included'] },
});
const { data: lone } = await live.ok(api.createTicket, {
  body: { subject: 'Lone', contact: { email: newEmail() }, tags: ['included'] },
});
const EVERYTHING = 'contact,conversation,last_message,assignee';

describe('include', () => {
  it('returns what a record names beside it', async () => {
    const ofTicket = {
      contacts: [talk.contact.id],
      conversations: [talk.id],
      messages: [last.id],
      users: [me],
    };
    const answer = await read(`/v1/tickets/${linked.id}?include=${EVERYTHING}`);
    expect([(answer.data as { id: string }).id, idsIn(answer)]).toEqual([linked.id, ofTicket]);
    expect(answer.included?.contacts).toEqual([
      (await live.ok(api.getContact, { params: { contact_id: talk.contact.id } })).data,
    ]);
    expect(answer.included?.messages?.[0]).toMatchObject({ body: 'Last', conversation_id: talk.id });
    const { conversations: _, ...ofConversation } = ofTicket;
    const path = `/v1/conversations/${talk.id}?include=contact&include=last_message&include=assignee`;
    expect(idsIn(await read(path))).toEqual(ofConversation);
    expect(idsIn(await read(`/v1/tickets/${linked.id}?include=contact`))).toEqual({
      contacts: [talk.contact.id],
    });
    expect(await read(`/v1/tickets/${linked.id}`)).not.toHaveProperty('included');
  });

  it('returns each record of a list once, and none where nothing is named', async () => {
    await live.ok(api.createTicket, { body: { subject: 'Again', contact, tags: ['included'] } });
    const list = await read(`/v1/tickets?tag=included&include=${EVERYTHING}`);
    const contacts = [talk.contact.id, lone.contact?.id ?? ''].sort();
    expect(idsIn(list)).toEqual({ contacts, conversations: [talk.id], messages: [last.id], users: [me] });
    expect(list.data).toHaveLength(3);
    const none = await read(`/v1/conversations?tag=nothing&include=contact,last_message,assignee`);
    expect(none.included).toEqual({ contacts: [], messages: [], users: [] });
    const { links } = (
      await live.raw<{ links: { next: string } }>('GET', '/v1/tickets?per_page=1&include=contact')
    ).body;
    expect((await read(links.next)).included?.contacts).toHaveLength(1);
  });

  it('leaves out a contact that is deleted', async () => {
    const email = newEmail();
    const { data } = await live.ok(api.createTicket, { body: { subject: 'Left', contact: { email } } });
    await live.ok(api.deleteContact, { params: { contact_id: data.contact?.id ?? 'contact_' } });
    expect((await read(`/v1/tickets/${data.id}?include=contact`)).included).toEqual({ contacts: [] });
  });

  it('requires the scope of each kind of record, in this workspace and mode', async () => {
    const reader = await withKey(workspace, 'tickets:read,contacts:read');
    expect(idsIn(await read(`/v1/tickets/${linked.id}?include=contact`, reader))).toEqual({
      contacts: [talk.contact.id],
    });
    for (const [include, scope] of [
      ['assignee', 'users:read'],
      ['contact,last_message', 'conversations:read'],
    ] as const) {
      const refused = await reader.raw('GET', `/v1/tickets?include=${include}`);
      expect([refusalOf(refused), refused.headers.get('www-authenticate')]).toEqual([
        '403 insufficient_scope include',
        expect.stringContaining(scope),
      ]);
    }
  });

  it('is refused for what a record does not name, and has no ETag', async () => {
    const refused = await live.raw('GET', `/v1/conversations/${talk.id}?include=conversation`);
    expect(refusalOf(refused)).toBe('422 invalid_parameter include');
    const { headers } = await live.raw('GET', `/v1/tickets/${linked.id}?include=contact`);
    expect(headers.get('etag')).toBeNull();
  });
});
