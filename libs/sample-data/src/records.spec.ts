import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  createContact,
  createConversation,
  createMessage,
  createTicket,
  encodeId,
  type SeedRun,
} from '@parley/contracts';
import { sampleBatch, sampleContact, sampleConversation, sampleTicket, sampleTicketTags } from './records.ts';

const AT = '2026-11-21T06:30:00.000Z';
const users = [
  { id: '0192a5b0-0000-7000-8000-000000000001', name: 'Kim' },
  { id: '0192a5b0-0000-7000-8000-000000000002', name: 'Ada' },
];
const runOf = (given: Partial<SeedRun> = {}): SeedRun => ({
  workspace: 'ws_01h455vb4pex5vsknk084sn02q',
  mode: 'live',
  seed: 1,
  contacts: 300,
  conversations: 200,
  tickets: 500,
  users,
  at: AT,
  ...given,
});
const all = <T>(run: SeedRun, count: number, record: (run: SeedRun, index: number) => T) =>
  sampleBatch({ ...run, from: 0, count }, record);

/** What a record says, without what it refers to and when it was. */
const wordsOf = (run: SeedRun) => ({
  contacts: all(run, 50, sampleContact).map(({ email, name, company }) => [email, name, company]),
  tickets: all(run, 50, sampleTicket).map(({ subject, description, tags }) => [subject, description, tags]),
});

type Record_ = (run: SeedRun, index: number) => { id: string; created_at: Date };
const RECORDS: readonly Record_[] = [sampleContact, sampleTicket, sampleConversation];

describe('sample records', () => {
  it('are the same for the same seed and counts', () => {
    const [one, other] = [runOf(), runOf()];
    for (const record of RECORDS) expect(all(one, 100, record)).toEqual(all(other, 100, record));
  });

  it('have the same content in every workspace and at any time, with ids per workspace', () => {
    const elsewhere = runOf({
      workspace: 'ws_01h455vb4pex5vsknk084sn02r',
      at: '2027-01-01T00:00:00.000Z',
    });
    expect(wordsOf(elsewhere)).toEqual(wordsOf(runOf()));
    const ids = (run: SeedRun) => all(run, 50, sampleTicket).map(({ id }) => id);
    expect(ids(elsewhere).filter((id) => ids(runOf()).includes(id))).toEqual([]);
    expect(ids(runOf({ mode: 'test' })).filter((id) => ids(runOf()).includes(id))).toEqual([]);
  });

  it('keep their ids and texts if the counts increase', () => {
    const more = runOf({ tickets: 50_000, contacts: 3_000 });
    expect(wordsOf(more)).toEqual(wordsOf(runOf()));
    expect(sampleTicket(more, 7).id).toBe(sampleTicket(runOf(), 7).id);
  });

  it('differ by seed, and have unique addresses', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat({ max: 2 ** 31 }), { minLength: 2, maxLength: 2 }), (seeds) => {
        const emails = seeds.flatMap((seed) =>
          all(runOf({ seed }), 100, sampleContact).map((c) => c.email_key),
        );
        expect(new Set(emails).size).toBe(emails.length);
      }),
      { numRuns: 50 },
    );
  });

  it('are valid API input', () => {
    const run = runOf({ seed: 9 });
    for (const { id: _, ...contact } of all(run, 300, sampleContact))
      expect(createContact.body?.safeParse(contact)).toMatchObject({
        success: true,
        data: { email: contact.email },
      });
    for (const { subject, description, tags, priority, custom_fields } of all(run, 300, sampleTicket)) {
      const body = { subject, description, tags, priority, custom_fields };
      expect(createTicket.body?.safeParse(body)).toMatchObject({ success: true, data: body });
    }
    for (const { subject, channel, contact_id, messages } of all(run, 200, sampleConversation)) {
      const contact = { id: encodeId('contact', contact_id) };
      expect(createConversation.body?.safeParse({ subject, channel, contact }).success).toBe(true);
      for (const { body, type } of messages)
        expect(createMessage.body?.safeParse({ body, type }).success).toBe(true);
    }
  });

  it('are from the last two years, in the order of their ids, the newest from now', () => {
    const now = Date.parse(AT);
    for (const record of RECORDS) {
      const rows = all(runOf({ contacts: 1000, tickets: 1000, conversations: 1000 }), 1000, record);
      expect(rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(rows);
      const times = rows.map((row) => row.created_at.getTime());
      expect(times.toSorted((a, b) => a - b)).toEqual(times);
      expect(now - (times[0] ?? 0)).toBeGreaterThan(700 * 86_400_000);
      expect(now - (times.at(-1) ?? 0)).toBeLessThan(3_600_000);
      expect(now - (times.at(-1) ?? 0)).toBeGreaterThanOrEqual(0);
    }
  });

  it('refer to existing contacts and users, and end after they start', () => {
    const run = runOf();
    const born = new Map(all(run, 300, sampleContact).map((contact) => [contact.id, contact.created_at]));
    const known = new Set<string | null>([null, ...users.map(({ id }) => id)]);
    const requests = [...all(run, 500, sampleTicket), ...all(run, 200, sampleConversation)];
    for (const request of requests) {
      const contact = born.get(request.contact_id ?? '');
      expect(contact).toBeDefined();
      expect(known.has(request.assignee_id)).toBe(true);
      expect(request.status_at.getTime()).toBeGreaterThanOrEqual(request.created_at.getTime());
      expect(request.status_at.getTime()).toBeLessThanOrEqual(Date.parse(AT));
    }
    for (const { messages, created_at: created } of all(run, 200, sampleConversation)) {
      const times = messages.map((message) => message.created_at.getTime());
      expect(times.toSorted((a, b) => a - b)).toEqual(times);
      expect(times[0]).toBe(created.getTime());
    }
  });

  it('match the tag counts, and cover all filters', () => {
    const run = runOf();
    const tickets = all(run, 500, sampleTicket);
    expect(all(run, 500, sampleTicketTags)).toEqual(tickets.map(({ id, tags }) => ({ id, tags })));
    for (const field of ['status', 'priority'] as const)
      expect(new Set(tickets.map((ticket) => ticket[field])).size).toBe(4);
    expect(new Set(tickets.flatMap(({ tags }) => tags)).size).toBeGreaterThan(15);
    expect(new Set(tickets.map(({ subject }) => subject)).size).toBeGreaterThan(100);
    const half = tickets.filter(({ description }) => /please/i.test(description)).length / tickets.length;
    expect(half).toBeGreaterThan(0.4);
    expect(half).toBeLessThan(0.6);
  });
});
