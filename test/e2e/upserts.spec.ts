import { describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { refusalOf } from '@parley/testing';
import { operator } from './platform.ts';
import { subscribed } from './steps.ts';

const workspace = await operator.workspace();
const { live } = workspace;
const newEmail = () => `${crypto.randomUUID()}@example.com`;

const upsertContact = (body: object, headers = {}) => live.call(api.upsertContact, { body }, headers);
const upsertTicket = (body: object, headers = {}) => live.call(api.upsertTicket, { body }, headers);
const recordOf = ({ body }: { body: unknown }) => (body as { data: api.Contact & api.Ticket }).data;
const outcome = (answer: { status: number; body: unknown }) => [
  answer.status,
  (answer.body as { meta: unknown }).meta,
];
const CREATED = [201, { created: true }];
const FOUND = [200, { created: false }];

describe('an upsert of a contact', () => {
  it('creates it, finds it by its external id, and changes what is sent', async () => {
    await using receiver = await subscribed(live, 'contact.created', 'contact.updated');
    const external_id = crypto.randomUUID();
    const created = await upsertContact({ external_id, name: 'Dana', phone: '+49 30 1234567' });
    expect(outcome(created)).toEqual(CREATED);
    const { id } = recordOf(created);
    const found = await upsertContact({ external_id, name: 'Dana Reyes' });
    expect(outcome(found)).toEqual(FOUND);
    expect(recordOf(found)).toMatchObject({ id, external_id, name: 'Dana Reyes', phone: '+49 30 1234567' });
    expect(outcome(await upsertContact({ external_id, name: 'Dana Reyes' }))).toEqual(FOUND);
    await upsertContact({ external_id: crypto.randomUUID() });
    await receiver.received('contact.created', 2);
    expect((await receiver.received('contact.updated')).map(({ body }) => body.previous)).toEqual([
      { name: 'Dana' },
    ]);
  });

  it('finds it by its address, whose external id it then has', async () => {
    const email = newEmail();
    const { id } = recordOf(await upsertContact({ email }));
    const external_id = crypto.randomUUID();
    const found = await upsertContact({ email: email.toUpperCase(), external_id });
    expect([...outcome(found), recordOf(found)]).toMatchObject([...FOUND, { id, external_id }]);
    expect(recordOf(await upsertContact({ external_id }))).toMatchObject({ id });
  });

  it('of two contacts is refused with both ids, and changes neither', async () => {
    const [email, external_id] = [newEmail(), crypto.randomUUID()];
    const byEmail = recordOf(await upsertContact({ email }));
    const byId = recordOf(await upsertContact({ external_id }));
    const refused = await upsertContact({ email, external_id, name: 'Both' });
    expect(refusalOf(refused)).toBe('422 ambiguous_match external_id');
    const { details = [] } = refused.body.error;
    expect(details.map(({ param, message }) => `${param} ${message}`).toSorted()).toEqual([
      `email belongs to ${byEmail.id}`,
      `external_id belongs to ${byId.id}`,
    ]);
    const params = { contact_id: byId.id as unknown as api.Id<'contact'> };
    expect((await live.ok(api.getContact, { params })).data.name).toBeNull();
  });

  it('needs one of the two', async () => {
    for (const body of [{}, { name: 'Dana' }, { external_id: null }])
      expect(refusalOf(await upsertContact(body))).toBe('422 missing_parameter external_id');
  });
});

describe('an upsert of a ticket', () => {
  it('creates it, finds it by its external id, and changes what is sent', async () => {
    await using receiver = await subscribed(live, 'ticket.created', 'ticket.updated');
    const external_id = crypto.randomUUID();
    const contact = { email: newEmail() };
    const created = await upsertTicket({ external_id, subject: 'Help', contact, tags: ['new'] });
    expect(outcome(created)).toEqual(CREATED);
    expect(recordOf(created)).toMatchObject({ priority: 'normal', contact, tags: ['new'] });
    const found = await upsertTicket({ external_id, priority: 'high' });
    expect(outcome(found)).toEqual(FOUND);
    const { id } = recordOf(created);
    expect(recordOf(found)).toMatchObject({ id, subject: 'Help', priority: 'high', tags: ['new'] });
    await receiver.received('ticket.created', 1);
    await receiver.received('ticket.updated', 1);
  });

  it('requires a text only for a creation', async () => {
    const external_id = crypto.randomUUID();
    expect(refusalOf(await upsertTicket({ external_id }))).toBe('422 missing_parameter subject');
    expect(outcome(await upsertTicket({ external_id, description: 'No ink' }))).toEqual(CREATED);
    expect(outcome(await upsertTicket({ external_id }))).toEqual(FOUND);
    expect(refusalOf(await upsertTicket({ subject: 'Help' }))).toBe('422 missing_parameter external_id');
  });
});

describe.each([
  ['a contact', upsertContact, {}],
  ['a ticket', upsertTicket, { subject: 'Help' }],
] as const)('upserts of %s', (_, upsert, fields) => {
  it('that come at once create one', async () => {
    const external_id = crypto.randomUUID();
    const answers = await Promise.all([1, 2, 3, 4].map(() => upsert({ ...fields, external_id })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 201]);
    expect(new Set(answers.map((answer) => recordOf(answer).id)).size).toBe(1);
  });

  it('that are repeated with an Idempotency-Key are answered as the first', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const body = { ...fields, external_id: crypto.randomUUID() };
    const first = await upsert(body, headers);
    const again = await upsert(body, headers);
    expect(outcome(again)).toEqual(CREATED);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });
});
