import { describe, expect, it } from '@jest/globals';
import { Channel, ConversationStatus, Priority, type AuthorType, type MessageType } from '@parley/contracts';
import fc from 'fast-check';
import { activityAfter, NO_ACTIVITY } from './activity.rules.ts';
import type { ConversationRow } from './conversation.entity.ts';
import { conversationChanges, newConversationRow } from './conversation.rules.ts';

const AT = new Date('2026-11-21T06:30:00.000Z');
const LATER = new Date('2026-11-21T07:30:00.000Z');
const draft = {
  subject: 'Help',
  external_id: null,
  priority: 'normal',
  channel: 'email',
  tags: ['a'],
  custom_fields: { a: 1, b: null },
} as const;
const ids = {
  id: 'id-1',
  number: 1,
  contact_id: 'contact-1',
  assignee_id: null,
  team_id: null,
  inbox_id: null,
  mailbox_id: null,
  connection_id: 'connection-1',
  external_key: '+4915112345678',
};

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
    connection_id: fc.option(fc.constantFrom('connection-1', 'connection-2')),
    custom_fields: fc.dictionary(fc.constantFrom('a', 'b'), fc.option(fc.integer())),
  },
  { requiredKeys: [] },
);

describe('a patch', () => {
  it('changes nothing if the fields already have the given values', () => {
    fc.assert(
      fc.property(row, patch, (before, asked) => {
        const after = { ...before, ...conversationChanges(before, asked, LATER) };
        expect(conversationChanges(after, asked, new Date())).toEqual({});
      }),
    );
  });

  it('keeps the key that the conversation has in its connection only with that connection', () => {
    expect(conversationChanges(stored(), { connection_id: 'connection-1' }, LATER)).toEqual({});
    for (const connection_id of ['connection-2', null])
      expect(conversationChanges(stored(), { connection_id }, LATER)).toEqual({
        connection_id,
        external_key: null,
      });
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
});

it('a message changes the activity of its conversation: a contact waits from its first message until a user replies', () => {
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
