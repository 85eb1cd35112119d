import { describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { someOf, type Answer } from '@parley/testing';
import { createRecords, exampleOf, recordsFor } from './examples.ts';
import { operator } from './platform.ts';

const workspace = await operator.workspace();
const client = workspace.live;
const records = await createRecords(workspace);

const reads = api.operations.filter(api.supportsConditionalGet);
const changes = api.operations.filter(api.supportsIfMatch);
const named = (chosen: readonly api.Operation[]) =>
  chosen.map((operation, nth) => [operation.id, operation, nth] as const);
const STRONG_TAG = /^"[^"]+"$/;

/** The operation that reads the record which another one changes. A message is written for a version of its conversation. */
function readOf(change: api.Operation): api.Operation {
  if (change.id === api.createMessage.id) return api.getConversation;
  const found = reads.find((read) => api.splitRoute(read.route).path === api.splitRoute(change.route).path);
  if (found === undefined) throw new Error(`no operation reads what ${change.id} changes`);
  return found;
}

/** What is sent to read the record which a change names. */
function readFor(change: api.Operation, of: typeof records) {
  const { params } = exampleOf(change, of) as { params?: object };
  return { ...(exampleOf(readOf(change), of) as object), params };
}

/** The body of an answer without what changes with each request: the count of requests, and the signature of an address. */
const shownBy = ({ body }: Answer<unknown>) => {
  const { data } = body as { data: Record<string, unknown> };
  const url = typeof data['url'] === 'string' ? data['url'].split('?')[0] : undefined;
  return { ...data, usage: undefined, url };
};

const tagOf = (answer: Answer<unknown>): string => answer.headers.get('etag') ?? '';

it.each(named(reads))(
  'a read of one record %s has a strong ETag, and is a 304 with If-None-Match',
  async (_, operation, nth) => {
    const sent = exampleOf(operation, records);
    const first = await client.call(operation, sent);
    expect(first.status).toBe(200);
    const etag = tagOf(first);
    expect(etag).toMatch(STRONG_TAG);
    const { id } = (first.body as unknown as { data: { id?: string } }).data;
    if (operation.params !== undefined && id !== undefined) expect(etag).toContain(id);
    for (const known of someOf([etag, `W/${etag}`, `"other", ${etag}`, '*'], nth)) {
      const again = await client.call(operation, sent, { 'if-none-match': known });
      expect([known, again.status, again.body, tagOf(again)]).toEqual([known, 304, undefined, etag]);
    }
    const changed = await client.call(operation, sent, { 'if-none-match': '"other"' });
    expect([changed.status, shownBy(changed)]).toEqual([200, shownBy(first)]);
  },
);

it('a response about one caller has another ETag than that about another', async () => {
  const other = (await operator.workspace()).live;
  const [mine, theirs] = [await client.call(api.getMe, {}), await other.call(api.getMe, {})];
  expect(tagOf(mine)).not.toBe(tagOf(theirs));
  const known = await other.call(api.getMe, {}, { 'if-none-match': tagOf(mine) });
  expect([known.status, known.body]).toEqual([200, theirs.body]);
  expect((await client.call(api.getMe, {}, { 'if-none-match': tagOf(mine) })).status).toBe(304);
});

describe('an update with If-Match', () => {
  it.each(named(changes))(
    '%s is a 412 for an old version, and changes nothing',
    async (_, operation, nth) => {
      const [read, sent] = [readOf(operation), exampleOf(operation, records)];
      const asked = readFor(operation, records);
      const before = await client.call(read, asked);
      const ofAnother = tagOf(before).replace(/_\w{26}/, '_01h2xcejqtf2nbrexx3vqjhp41');
      const old = tagOf(before).replace(/-\d+"$/, '-0"');
      const tags = [old, `W/${tagOf(before)}`, ofAnother, '"1"', '""', 'no tag', `"0", ${old}`];
      for (const stale of someOf(tags, nth)) {
        const refused = await client.call(operation, sent, { 'if-match': stale });
        expect([stale, refused.status, refused.body.error.code]).toEqual([stale, 412, 'precondition_failed']);
      }
      const after = await client.call(read, asked);
      expect([after.status, shownBy(after), tagOf(after)]).toEqual([200, shownBy(before), tagOf(before)]);
    },
  );

  it.each(named(changes))('%s succeeds for the current version', async (_, operation) => {
    const fresh = await recordsFor(operation, workspace, records);
    const read = readOf(operation);
    const sent = exampleOf(operation, fresh);
    const etag = tagOf(await client.call(read, readFor(operation, fresh)));
    const answer = await client.call(operation, sent, { 'if-match': etag });
    expect(answer.status).toBe(operation.status);
  });

  it('may list several versions, or any', async () => {
    const { id } = (await client.ok(api.createTicket, { body: { subject: 'Any' } })).data;
    const sent = { params: { ticket_id: id }, body: { subject: 'Any' } };
    const etag = tagOf(await client.call(api.getTicket, { params: sent.params }));
    for (const matching of [`"0", ${etag}`, '*']) {
      expect((await client.call(api.updateTicket, sent, { 'if-match': matching })).status).toBe(200);
    }
  });

  it('succeeds once among ten concurrent updates with the same version', async () => {
    const ticket = (await client.ok(api.createTicket, { body: { subject: 'Contended' } })).data;
    const params = { ticket_id: ticket.id };
    const etag = tagOf(await client.call(api.getTicket, { params }));
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        client.call(api.updateTicket, { params, body: { subject: `Winner ${index}` } }, { 'if-match': etag }),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort((a, b) => a - b);
    expect(statuses).toEqual([200, ...Array<number>(9).fill(412)]);
    const winner = answers.find(({ status }) => status === 200);
    const now = await client.call(api.getTicket, { params });
    expect([now.body, tagOf(now)]).toEqual([winner?.body, tagOf(winner as Answer<unknown>)]);
  });

  it('keeps its version if nothing changes', async () => {
    const ticket = (await client.ok(api.createTicket, { body: { subject: 'Same' } })).data;
    const params = { ticket_id: ticket.id };
    const before = tagOf(await client.call(api.getTicket, { params }));
    const same = await client.call(api.updateTicket, { params, body: { subject: 'Same' } });
    expect([same.status, tagOf(same)]).toEqual([200, before]);
    const other = await client.call(api.updateTicket, { params, body: { subject: 'Other' } });
    expect(tagOf(other)).not.toBe(before);
  });
});
