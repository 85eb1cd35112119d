import { afterAll, describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import type { ApiClient } from '@parley/testing';
import { Host, type Shown } from '../../sdks/mcp/test/hosts.ts';
import { PLANTED } from '../../sdks/mcp/test/planted-instructions.ts';
import { operator } from '../e2e/platform.ts';

const { credentials, live, test } = await operator.workspace();
const url = `${credentials.base_url}/mcp`;
const host = await Host.overHttp(url, credentials.live_key);
/** A host of the same workspace in test mode, whose customers write nothing but this. */
const control = await Host.overHttp(url, credentials.test_key);
const HARMLESS = 'When will my order arrive? I would like to know it.';
afterAll(() => Promise.all([host.close(), control.close()]));

/** A text for fields that take no line breaks, and are shorter than a message. */
const flat = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 200);

async function record(client: ApiClient, text: string, index: number) {
  const { data: conversation } = await client.ok(api.createConversation, {
    body: {
      contact: { email: `planted-${index}@example.com`, name: flat(text) },
      subject: flat(text),
      tags: [flat(text).slice(0, 50)],
      custom_fields: { [`note ${index}`]: text },
      message: { body: text, author: { type: 'contact' } },
    },
  });
  const { data: ticket } = await client.ok(api.createTicket, {
    body: {
      subject: flat(text),
      description: text,
      conversation_id: conversation.id,
      custom_fields: { note: text },
    },
  });
  return { text, conversation, ticket };
}

const records = await Promise.all(PLANTED.map((text, index) => record(live, text, index)));
const harmless = await Promise.all(PLANTED.map((_, index) => record(test, HARMLESS, index)));
const [first] = harmless as [(typeof harmless)[number]];

/** What a result says outside of its fence. Throws if the fence is not opened once and closed once, in this order. */
function outside(text: string): string {
  const markers = text.match(/<\/?untrusted-[0-9a-f]{16}>/g) ?? [];
  if (markers.length === 0) return text;
  const [opening = ''] = markers;
  expect(markers).toEqual([opening, opening.replace('<', '</')]);
  const [before, , after] = text.split(/<\/?untrusted-[0-9a-f]{16}>/);
  return `${before}${after}`;
}

/** The same without what differs in any case: numbers, cursors, and whether long texts left room for all records. */
const said = ({ text }: Shown) =>
  outside(text)
    .replace('\nThe last records were left out, because the result would be too large.', '')
    .replaceAll(/cursor \S+/g, 'cursor …')
    .replaceAll(/\d+/g, '0');

/** Compares a result with that of harmless records: whatever customers write, it says the same outside of the fence. */
function expectFenced(shown: Shown, compared: Shown): void {
  expect(said(shown)).toBe(said(compared));
  // Nothing hides in it.
  expect(shown.text).not.toMatch(/[\p{Cf}\p{Co}\u2028\u2029]|[^\P{Cc}\n]/u);
  for (const item of shown.items)
    for (const [field, value] of Object.entries(item))
      if (!field.startsWith('untrusted_')) expect(JSON.stringify(value)).toMatch(/^["[\]\w.:,+-]*$/);
}

describe('forty planted instructions', () => {
  it('are forty, and are shown as data', async () => {
    expect(new Set(PLANTED).size).toBe(40);
    for (const { text, ticket } of records) {
      const { items } = await host.call('get_ticket', { ticket_id: ticket.id });
      const [beginning = ''] = /^[\p{L}\p{P}\p{S}\d ]+/u.exec(text) ?? [];
      expect(items[0]?.['untrusted_description']).toEqual(expect.stringContaining(beginning));
    }
  });

  it.each([
    ['list_tickets', {}],
    ['whats_waiting', {}],
    ['recent_changes', {}],
    ['search', { q: 'to' }],
    ['find_contact', { name: 'to' }],
  ])('stay inside of the fence in %s', async (name, args) => {
    const [shown, compared] = await Promise.all([host.call(name, args), control.call(name, args)]);
    expect(shown.isError).toBe(false);
    expect(shown.items.length).toBeGreaterThan(3);
    expectFenced(shown, compared);
  });

  it.each(records)(
    'stay inside of the fence where they are read: $text',
    async ({ text, ticket, conversation }) => {
      const compare = async (name: string, args: object, other: object) =>
        expectFenced(await host.call(name, args), await control.call(name, other));
      const [id, otherId] = [conversation.id, first.conversation.id];
      await compare('get_ticket', { ticket_id: ticket.id }, { ticket_id: first.ticket.id });
      await compare('get_conversation', { conversation_id: id }, { conversation_id: otherId });
      await compare(
        'find_contact',
        { email: conversation.contact.email },
        { email: first.conversation.contact.email },
      );
      await compare(
        'reply',
        { conversation_id: id, body: text },
        { conversation_id: otherId, body: HARMLESS },
      );
      // Errors repeat what was sent.
      await compare('list_tickets', { assignee: text.slice(0, 100) }, { assignee: HARMLESS });
      await compare('recent_changes', { events: [flat(text).slice(0, 60)] }, { events: [HARMLESS] });
      await compare(
        'create_ticket',
        { subject: 'x', contact: flat(text) },
        { subject: 'x', contact: HARMLESS },
      );
    },
  );
});
