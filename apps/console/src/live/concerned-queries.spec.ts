import { describe, expect, it } from '@jest/globals';
import { concernedQueries, isLiveEvent } from './concerned-queries.ts';

const concerned = (
  type: string,
  data: Record<string, unknown> = { id: 'x_1' },
  previous: Record<string, unknown> = {},
) =>
  concernedQueries({
    id: 'evt_1',
    event: type,
    timestamp: '2026-11-21T06:30:00.000Z',
    actor: { type: 'user', id: null },
    data,
    previous,
  }).map(({ queryKey, exact = false }) => `${queryKey.join(' ')}${exact ? '' : ' …'}`);

describe('the queries that an event concerns', () => {
  it.each([
    ['ticket.sla_breached', 'tickets'],
    ['conversation.assigned', 'conversations'],
    ['contact.deleted', 'contacts'],
    ['webhook.disabled', 'webhooks'],
  ])('of %s are the list, the record and the event log', (type, resource) => {
    expect(concerned(type)).toEqual(['events list …', `${resource} list …`, `${resource} x_1`]);
  });

  it('of an update are also the history', () => {
    expect(concerned('ticket.updated')).toContain('tickets x_1 history …');
  });

  it('of another mailbox of a conversation are also how and to whom its replies leave', () => {
    const sending = ['conversations x_1 channel', 'conversations x_1 recipients'];
    const changed = (previous: Record<string, unknown>) =>
      concerned('conversation.updated', { id: 'x_1' }, previous);
    expect(changed({ mailbox_id: null })).toEqual(expect.arrayContaining(sending));
    expect(changed({ status: 'open' })).not.toEqual(expect.arrayContaining(sending));
  });

  const message = { id: 'msg_1', conversation_id: 'conv_1' };

  it('of a message are its conversation, the messages there and whom the next one goes to', () => {
    const shared = [
      'events list …',
      'conversations list …',
      'conversations conv_1',
      'conversations conv_1 messages …',
    ];
    expect(concerned('message.redacted', message)).toEqual(shared);
    expect(concerned('message.created', message)).toEqual([...shared, 'conversations conv_1 recipients']);
  });

  it('of what becomes of a message are the messages alone', () => {
    expect(concerned('message.delivery_updated', message)).toEqual([
      'events list …',
      'conversations conv_1 messages …',
    ]);
  });

  it('of a mailbox are the mailboxes', () => {
    expect(concerned('incoming_mail.quarantined')).toEqual(['events list …', 'incoming_mails …']);
    expect(concerned('mailbox.disconnected')).toEqual(['events list …', 'mailboxes …']);
  });

  it('of a tag are the tags', () => {
    expect(concerned('tag.updated')).toContain('tags …');
  });

  it('of an event that nothing else shows is the event log', () => {
    expect(concerned('webhook.test')).toEqual(['events list …']);
    expect(concerned('file.created')).toEqual(['events list …']);
  });

  it('are not asked for of what is no event', () => {
    for (const value of [null, 'text', {}, { event: 'ticket.created' }, { event: 1, data: {} }])
      expect(isLiveEvent(value)).toBe(false);
  });
});
