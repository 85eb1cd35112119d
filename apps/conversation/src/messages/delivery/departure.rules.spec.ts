import { describe, expect, it } from '@jest/globals';
import { MessageType } from '@parley/contracts';
import fc from 'fast-check';
import {
  byConnection,
  byMail,
  changesOnSending,
  channelOf,
  RECORDED,
  subjectOf,
  type Sending,
} from './departure.rules.ts';

const AT = new Date('2026-11-21T06:30:00.000Z');
const CONVERSATION: Sending = {
  id: 'conversation-1',
  subject: 'Where is my order?',
  mailbox_id: 'mailbox-1',
  connection_id: null,
  external_key: null,
  outgoing_number: 4,
  messages_count: 1,
  participants: [],
  contact_name: 'Dana Reyes',
  contact_email: 'dana@example.com',
  contact_phone: null,
};
const OF_CONNECTION: Sending = { ...CONVERSATION, mailbox_id: null, connection_id: 'connection-1' };

describe('a message', () => {
  it('leaves if it is a reply of a user that is to be sent, in a conversation with a channel', () => {
    const draft = fc.record({
      type: fc.option(fc.constantFrom(...MessageType.options), { nil: undefined }),
      author: fc.constantFrom({ type: 'user' as const }, { type: 'contact' as const }),
      send: fc.boolean(),
    });
    const channels = fc.constantFrom(CONVERSATION, OF_CONNECTION, { mailbox_id: null, connection_id: null });
    fc.assert(
      fc.property(draft, channels, (message, conversation) => {
        const isReply = message.type === 'reply' || message.type === undefined;
        const leaves = isReply && message.author.type === 'user' && message.send;
        const channel =
          conversation === CONVERSATION ? 'mailbox' : conversation === OF_CONNECTION ? 'connection' : null;
        expect(channelOf(message, conversation)).toBe(leaves ? channel : null);
      }),
    );
  });

  it('begins the subject with Re: once, unless it begins the conversation', () => {
    const subjects = [{}, { messages_count: 0 }, { subject: 'RE: Help' }, { subject: null }];
    expect(subjects.map((changes) => subjectOf({ ...CONVERSATION, ...changes }))).toEqual([
      'Re: Where is my order?',
      'Where is my order?',
      'RE: Help',
      null,
    ]);
  });
});

describe('a mail', () => {
  const dana = { address: 'dana@example.com', name: 'Dana Reyes' };
  const kim = { address: 'kim@example.com', name: null };
  const mail = { to: [dana], cc: [], bcc: [kim], subject: 'Re: Help', has_html: false };

  it('makes participants of those in To and Cc who are new, and not the contact', () => {
    const lee = { address: 'lee@example.com', name: 'Lee' };
    const copied = { ...mail, to: [dana, { ...kim, address: 'KIM@example.com' }], cc: [lee], bcc: [] };
    const participants = [kim];
    const of = { ...CONVERSATION, participants };
    expect(changesOnSending(of, byMail(CONVERSATION, copied, AT))).toEqual({
      outgoing_number: 5,
      participants: [kim, lee],
    });
    expect(changesOnSending(of, byMail(CONVERSATION, mail, AT))).toEqual({ outgoing_number: 5 });
    expect(changesOnSending(of, RECORDED)).toEqual({});
  });

  it('leaves the latest hundred participants', () => {
    const to = Array.from({ length: 50 }, (_, nth) => ({ address: `${nth}@new.example`, name: null }));
    const participants = Array.from({ length: 100 }, (_, nth) => ({
      address: `${nth}@old.example`,
      name: null,
    }));
    const sent = byMail(CONVERSATION, { ...mail, to, bcc: [] }, AT);
    expect(changesOnSending({ ...CONVERSATION, participants }, sent).participants).toEqual([
      ...participants.slice(50),
      ...to,
    ]);
  });

  it('waits for all of its recipients, as the next of its conversation', () => {
    expect(byMail(CONVERSATION, mail, AT)).toMatchObject({
      mailbox_id: 'mailbox-1',
      email: { direction: 'outgoing', from: null, ...mail },
      delivery: {
        status: 'queued',
        recipients: [dana, kim].map(({ address }) => ({ address, status: 'queued' })),
      },
      outgoing_number: 5,
    });
  });

  it('without recipients has failed, and has no place among those of its conversation', () => {
    expect(byMail(CONVERSATION, { ...mail, to: [], bcc: [] }, AT)).toMatchObject({
      delivery: { status: 'failed', error: { code: 'no_recipients' }, recipients: [] },
      outgoing_number: null,
    });
  });
});

describe('a message of a connection', () => {
  it.each([
    [{ external_key: 'chat-7', contact_phone: '+49 30 1' }, ['chat-7']],
    [{ contact_phone: '+49 30 1' }, ['+49 30 1']],
  ])('with %j waits for %j', (changes, addresses) => {
    const { connection_id, mailbox_id, email, delivery } = byConnection({ ...OF_CONNECTION, ...changes }, AT);
    expect({ connection_id, mailbox_id, email }).toEqual({
      connection_id: 'connection-1',
      mailbox_id: null,
      email: null,
    });
    expect(delivery?.recipients.map(({ address }) => address)).toEqual(addresses);
  });

  it('has failed if nobody knows whom it goes to', () => {
    expect(byConnection(OF_CONNECTION, AT)).toMatchObject({
      connection_id: 'connection-1',
      delivery: { status: 'failed', error: { code: 'no_recipients' }, recipients: [] },
    });
  });
});
