import { describe, expect, it } from '@jest/globals';
import { QueryClient } from '@tanstack/react-query';
import { applyEvent } from './apply-event.ts';

const MESSAGES = ['live', 'conversations', 'conv_1', 'messages', 50];
const RECORD = ['live', 'conversations', 'conv_1'];

const event = (type: string, data: Record<string, unknown>, previous = {}) => ({
  id: 'evt_1',
  event: type,
  timestamp: '2026-11-21T06:30:00.000Z',
  actor: { type: 'user', id: 'user_1' },
  data,
  previous,
});

/** A client that shows two pages of messages, a conversation and its history. */
function client(): QueryClient {
  const made = new QueryClient();
  const pages = [{ data: [{ id: 'msg_3' }, { id: 'msg_2' }] }, { data: [{ id: 'msg_1' }] }];
  made.setQueryData(MESSAGES, { pages, pageParams: ['', 'a'] });
  made.setQueryData(RECORD, { record: { id: 'conv_1', status: 'open', tags: [] }, etag: '"1"' });
  made.setQueryData([...RECORD, 'history', 25], { pages: [{ data: [] }], pageParams: [''] });
  return made;
}
const idsOf = (shown: QueryClient) =>
  shown.getQueryData<{ pages: { data: { id: string }[] }[] }>(MESSAGES)?.pages.flatMap(({ data }) => data);
const left = (shown: QueryClient, carried: unknown) =>
  applyEvent(shown, 'live', carried).map(({ queryKey }) => queryKey.join(' '));

describe('an event that a page follows', () => {
  it('shows a new message once, and leaves its conversation to be read', () => {
    const shown = client();
    const created = event('message.created', { id: 'msg_4', conversation_id: 'conv_1' });
    for (const _time of [1, 2])
      expect(left(shown, created)).toEqual([
        'events list',
        'conversations list',
        'conversations conv_1',
        'conversations conv_1 recipients',
      ]);
    expect(idsOf(shown)?.map(({ id }) => id)).toEqual(['msg_4', 'msg_3', 'msg_2', 'msg_1']);
  });

  it('shows messages in the order in which they were written, whichever is heard of first', () => {
    const shown = client();
    for (const [id, minute] of [
      ['msg_6', 6],
      ['msg_5', 5],
    ] as const) {
      const created_at = `2026-11-21T06:0${minute}:00.000Z`;
      left(shown, event('message.created', { id, conversation_id: 'conv_1', created_at }));
    }
    expect(idsOf(shown)?.map(({ id }) => id)).toEqual(['msg_6', 'msg_5', 'msg_3', 'msg_2', 'msg_1']);
  });

  it('shows a message that has changed in its place, and none that was not shown', () => {
    const shown = client();
    for (const id of ['msg_1', 'msg_0'])
      left(shown, event('message.redacted', { id, conversation_id: 'conv_1', body: '' }));
    expect(idsOf(shown)).toEqual([
      { id: 'msg_3' },
      { id: 'msg_2' },
      { id: 'msg_1', conversation_id: 'conv_1', body: '' },
    ]);
  });

  it('leaves a record to be read unless the page has that version, as after a change of its own', () => {
    const shown = client();
    const changed = { status: 'closed', tags: [], id: 'conv_1' };
    const updated = event('conversation.updated', changed, { status: 'open' });
    expect(left(shown, updated)).toContain('conversations conv_1');
    shown.setQueryData(RECORD, { record: { id: 'conv_1', status: 'closed', tags: [] }, etag: '"2"' });
    expect(left(shown, updated)).toEqual(['events list', 'conversations list']);
    expect(shown.getQueryData([...RECORD, 'history', 25])).toMatchObject({
      pages: [{ data: [{ id: 'evt_1', changes: { status: { from: 'open', to: 'closed' } } }] }],
    });
  });

  it('leaves a list to be read that is being read, or that may have missed others', async () => {
    const created = event('message.created', { id: 'msg_4', conversation_id: 'conv_1' });
    const missed = client();
    await missed.invalidateQueries({ queryKey: MESSAGES });
    expect(left(missed, created)).toContain('conversations conv_1 messages');
    const reading = client();
    void reading.query({ queryKey: MESSAGES, queryFn: () => new Promise<never>(() => undefined) });
    expect(left(reading, created)).toContain('conversations conv_1 messages');
  });

  it('concerns nothing if it is no event', () => {
    expect(left(client(), { event: 1, data: {} })).toEqual([]);
  });
});
