import { describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { refusalOf, type ApiClient } from '@parley/testing';
import { operator } from './platform.ts';

const workspace = await operator.workspace();
const { live } = workspace;
const TAKEN = '422 duplicate_value external_id';

const someone = () => ({ email: `${crypto.randomUUID()}@example.com` });
const conversation = (await live.ok(api.createConversation, { body: { contact: someone() } })).data;
const params = { conversation_id: conversation.id };

interface Resource {
  create: (external_id: string | null, client?: ApiClient) => ReturnType<ApiClient['call']>;
  find: (query: Record<string, string>) => Promise<{ data: { id: string; external_id: string | null }[] }>;
  update?: (id: string, external_id: string) => ReturnType<ApiClient['call']>;
}

const RESOURCES: Readonly<Record<string, Resource>> = {
  ticket: {
    create: (id, client = live) =>
      client.call(api.createTicket, { body: { subject: 'Help', external_id: id } }),
    find: (query) => live.ok(api.listTickets, { query }),
    update: (id, external_id) =>
      live.call(api.updateTicket, { params: { ticket_id: id as api.Id<'ticket'> }, body: { external_id } }),
  },
  conversation: {
    create: (id, client = live) =>
      client.call(api.createConversation, { body: { contact: someone(), external_id: id } }),
    find: (query) => live.ok(api.listConversations, { query }),
    update: (id, external_id) =>
      live.call(api.updateConversation, {
        params: { conversation_id: id as api.Id<'conversation'> },
        body: { external_id },
      }),
  },
  contact: {
    create: (id, client = live) =>
      client.call(api.createContact, { body: { external_id: id, ...(id === null && someone()) } }),
    find: (query) => live.ok(api.listContacts, { query }),
    update: (id, external_id) =>
      live.call(api.updateContact, {
        params: { contact_id: id as api.Id<'contact'> },
        body: { external_id },
      }),
  },
  message: {
    create: (id) => live.call(api.createMessage, { params, body: { body: 'Hello', external_id: id } }),
    find: (query) => live.ok(api.listMessages, { params, query }),
  },
};

const idOf = ({ body }: { body: unknown }) => (body as { data: { id: string } }).data.id;

describe.each(Object.entries(RESOURCES))('the external id of a %s', (noun, { create, find, update }) => {
  const own = `${noun.toUpperCase()}-${crypto.randomUUID()}`;

  it('is unique in the workspace and mode, and finds the record', async () => {
    const id = idOf(await create(own));
    expect(refusalOf(await create(own))).toBe(TAKEN);
    const others = await Promise.all([create(null), create(null)]);
    expect(others.map(({ status }) => status)).toEqual([201, 201]);
    expect((await find({ external_id: own })).data).toMatchObject([{ id, external_id: own }]);
    expect((await find({ external_id: own.toLowerCase() })).data).toEqual([]);
    if (noun === 'message') return;
    expect((await create(own, workspace.test)).status).toBe(201);
    expect((await find({ q: own })).data).toMatchObject([{ id }]);
  });

  it('of several that are created at once is that of one', async () => {
    const same = `${own}-at-once`;
    const outcomes = await Promise.all([1, 2, 3].map(() => create(same)));
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([201, 422, 422]);
  });

  // A message does not change.
  if (update === undefined) return;
  it('can be changed, but not to that of another', async () => {
    const [first, second] = [`${own}-1`, `${own}-2`];
    const id = idOf(await create(first));
    expect((await create(second)).status).toBe(201);
    expect(refusalOf(await update(id, second))).toBe(TAKEN);
    expect((await update(id, `${own}-3`)).status).toBe(200);
    expect((await find({ external_id: `${own}-3` })).data).toMatchObject([{ id }]);
    expect((await create(first)).status).toBe(201);
  });
});

it('an external id alone identifies a contact, and cannot be removed then', async () => {
  const { data } = await live.ok(api.createContact, { body: { external_id: 'alone' } });
  const body = { external_id: null };
  const refused = await live.call(api.updateContact, { params: { contact_id: data.id }, body });
  expect(refusalOf(refused)).toBe('422 invalid_parameter external_id');
});
