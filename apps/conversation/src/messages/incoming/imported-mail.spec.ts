import { describe, expect, it } from '@jest/globals';
import { changesOnImport } from './imported-mail.rules.ts';

const [FIRST, SECOND] = [new Date('2024-03-01T10:00:00Z'), new Date('2024-03-02T10:00:00Z')];
const LAST = {
  last_message_at: SECOND,
  last_message_by: 'user',
  messages_count: 4,
  waiting_since: null,
} as const;

describe('a mail of the past', () => {
  it('is the last message of a conversation whose messages are older', () => {
    const row = { ...LAST, last_message_at: FIRST, status: 'open', closed_at: null } as const;
    expect(changesOnImport(row, SECOND)).toEqual({
      messages_count: 5,
      last_message_at: SECOND,
      last_message_by: 'contact',
    });
  });

  it('only counts beside newer messages', () => {
    expect(changesOnImport({ ...LAST, status: 'pending', closed_at: null }, FIRST)).toEqual({
      messages_count: 5,
    });
  });

  it('moves the end of a conversation that was imported, and of no other one', () => {
    const imported = { ...LAST, last_message_at: FIRST, status: 'closed', closed_at: FIRST } as const;
    expect(changesOnImport(imported, SECOND)).toMatchObject({ closed_at: SECOND });
    const closed = { ...imported, closed_at: new Date('2024-03-01T12:00:00Z') };
    expect(changesOnImport(closed, SECOND)).not.toHaveProperty('closed_at');
    expect(changesOnImport(imported, new Date('2024-02-01T10:00:00Z'))).toEqual({ messages_count: 5 });
  });
});
