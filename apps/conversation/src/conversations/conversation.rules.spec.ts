import { describe, expect, it } from '@jest/globals';
import {
  ApiError,
  Channel,
  ConversationStatus,
  Priority,
  type AuthorType,
  type MessageType,
} from '@parley/contracts';
import fc from 'fast-check';
import { changesOnMessage } from '../messages/message.rules.ts';
import { activityAfter, NO_ACTIVITY } from './activity.rules.ts';
import type { ConversationRow } from './conversation.entity.ts';
import { conversationChanges, newConversationRow } from './conversation.rules.ts';

const AT = new Date('2026-11-21T06:30:00.000Z');
const LATER = new Date('2026-11-21T07:30:00.000Z');
const draft = {
  subject: 'Help',
  priority: 'normal',
  channel: 'email',
  tags: ['a'],
  custom_fields: { a: 1, b: null },
} as const;
const ids = { id: 'id-1', contact_id: 'contact-1', assignee_id: null, inbox_id: null };

function stored(change: Partial<ConversationRow> = {}): ConversationRow {
  const row = newConversationRow({ ...draft, tags: ['a'] }, ids, AT);
  const fixed = { workspace_id: 'w', mode: 'live', version: 1, created_at: AT, updated_at: AT } as const;
  return { ...row, ...fixed, ...change };
}

const status = fc.constantFrom(...ConversationStatus.options);
const row = fc
  .record({
    status,
    priority: fc.constantFrom(...Priority.options),
    channel: fc.constantFrom(...Channel.options),
  })
  .map((change) => stored({ ...change, closed_at: change.status === 'closed' ? AT : null }));
const patch = fc.record(
  {
    status,
    subject: fc.option(fc.string()),
    priority: fc.constantFrom(...Priority.options),
    tags: fc.subarray(['a', 'b', 'c']),
    assignee_id: fc.option(fc.constantFrom('user-1', 'user-2')),
    custom_fields: fc.dictionary(fc.constantFrom('a', 'b'), fc.option(fc.integer())),
  },
  { requiredKeys: [] },
);

describe('a new conversation', () => {
  it('is open, and fields that were not sent are null', () => {
    expect(newConversationRow({ ...draft, tags: ['a'] }, ids, AT)).toEqual({
      ...ids,
      subject: 'Help',
      status: 'open',
      priority: 'normal',
      channel: 'email',
      tags: ['a'],
      tag_keys: ['a'],
      custom_fields: { a: 1 },
      closed_at: null,
      ...NO_ACTIVITY,
      created_at: AT,
    });
  });
});

describe('a patch', () => {
  it('changes nothing if the fields already have the given values', () => {
    fc.assert(
      fc.property(row, patch, (before, asked) => {
        const after = { ...before, ...conversationChanges(before, asked, LATER) };
        expect(conversationChanges(after, asked, new Date())).toEqual({});
      }),
    );
  });

  it('sets closed_at exactly while the conversation is closed', () => {
    fc.assert(
      fc.property(row, fc.array(patch, { maxLength: 6 }), (before, patches) => {
        const after = patches.reduce(
          (now, asked) => ({ ...now, ...conversationChanges(now, asked, LATER) }),
          before,
        );
        expect(after.closed_at !== null).toBe(after.status === 'closed');
      }),
    );
  });

  it('keeps closed_at of a conversation that stays closed', () => {
    const closed = stored({ status: 'closed', closed_at: AT });
    expect(conversationChanges(closed, { status: 'closed', subject: 'Other' }, LATER)).toEqual({
      subject: 'Other',
    });
    expect(conversationChanges(closed, { status: 'pending' }, LATER)).toEqual({
      status: 'pending',
      closed_at: null,
    });
    expect(conversationChanges(stored(), { status: 'closed' }, LATER)).toEqual({
      status: 'closed',
      closed_at: LATER,
    });
  });

  it('is rejected if the merged custom fields would exceed their limits', () => {
    const full = stored({
      custom_fields: Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`f${n}`, n])),
    });
    expect(() => conversationChanges(full, { custom_fields: { more: 1 } }, LATER)).toThrow(ApiError);
    expect(conversationChanges(full, { custom_fields: { f0: null, more: 1 } }, LATER)).toHaveProperty(
      'custom_fields',
    );
  });
});

describe('a message', () => {
  it('reopens a conversation only if it is closed and the contact writes', () => {
    for (const before of ConversationStatus.options) {
      for (const type of ['user', 'contact'] as const) {
        const message = { body: 'Hello', author: { type } };
        const { status: after, closed_at } = changesOnMessage(stored({ status: before }), message, LATER);
        const opens = before === 'closed' && type === 'contact';
        expect([after, closed_at]).toEqual(opens ? ['open', null] : [undefined, undefined]);
      }
    }
  });

  it('changes the activity of its conversation: a contact waits from its first message until a user replies', () => {
    const message = fc.record({
      author: fc.constantFrom<AuthorType>('user', 'contact'),
      type: fc.constantFrom<MessageType>('reply', 'note', 'comment'),
    });
    fc.assert(
      fc.property(fc.array(message), (messages) => {
        const sent = messages.map((one, index) => ({ ...one, at: new Date(AT.getTime() + index) }));
        const activity = sent.reduce((now, one) => activityAfter(now, one, one.at), NO_ACTIVITY);
        const replied = sent.findLastIndex(({ author, type }) => author === 'user' && type === 'reply');
        const waiting = sent.slice(replied + 1).find(({ author }) => author === 'contact');
        expect(activity).toEqual({
          last_message_at: sent.at(-1)?.at ?? null,
          last_message_by: sent.at(-1)?.author ?? null,
          messages_count: sent.length,
          waiting_since: waiting?.at ?? null,
        });
      }),
    );
  });
});
