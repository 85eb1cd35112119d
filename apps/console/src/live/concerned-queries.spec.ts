import { describe, expect, it } from '@jest/globals';
import { concernedQueries } from './concerned-queries.ts';

const event = (type: string, data: Record<string, unknown> = { id: 'x_1' }) => ({ event: type, data });

describe('the queries that an event concerns', () => {
  it.each([
    ['ticket.sla_breached', ['tickets']],
    ['conversation.assigned', ['conversations']],
    ['contact.deleted', ['contacts']],
    ['webhook.disabled', ['webhooks']],
  ])('of %s are the list, the record and the event log', (type, [resource]) => {
    expect(concernedQueries(event(type))).toEqual([
      ['events', 'list'],
      [resource, 'list'],
      [resource, 'x_1'],
    ]);
  });

  it('of a message are those of its conversation', () => {
    expect(concernedQueries(event('message.created', { id: 'msg_1', conversation_id: 'conv_1' }))).toEqual([
      ['events', 'list'],
      ['conversations', 'list'],
      ['conversations', 'conv_1'],
    ]);
  });

  it('of a tag are the tags', () => {
    expect(concernedQueries(event('tag.updated'))).toContainEqual(['tags']);
  });

  it('of an event that nothing else shows is the event log', () => {
    expect(concernedQueries(event('webhook.test'))).toEqual([['events', 'list']]);
    expect(concernedQueries(event('file.created'))).toEqual([['events', 'list']]);
  });

  it('of what is no event are none', () => {
    for (const value of [null, 'text', {}, { event: 'ticket.created' }, { event: 1, data: {} }])
      expect(concernedQueries(value)).toEqual([]);
  });
});
