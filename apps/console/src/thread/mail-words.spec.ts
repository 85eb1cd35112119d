import { describe, expect, it } from '@jest/globals';
import { frameHeightOf, mailNotes } from './mail-words.ts';
import type { Message } from './messages.ts';

const authentication = { verified: true, dmarc: 'pass', dkim: 'pass', spf: 'pass' };
const EMAIL = {
  direction: 'incoming',
  from: { address: 'dana@example.com', name: 'Dana' },
  is_participant: true,
  is_automatic: false,
  is_truncated: false,
  authentication,
};

const notes = (
  email: Partial<Record<keyof typeof EMAIL, unknown>> | null,
  redacted_at: string | null = null,
  type: Message['author']['type'] = 'contact',
) =>
  mailNotes({ email: email && { ...EMAIL, ...email }, redacted_at, author: { type } } as Message).map(
    ({ text }) => text,
  );

describe('the notes of a mail', () => {
  it('are none for what is as usual, and for what is no received mail', () => {
    expect(notes({})).toEqual([]);
    expect(notes(null)).toEqual([]);
    expect(notes({ direction: 'outgoing', is_automatic: true })).toEqual([]);
    expect(notes({ is_automatic: true }, '2026-01-01T00:00:00.000Z')).toEqual([]);
  });

  it('name a sender who is not part of the conversation', () => {
    expect(notes({ is_participant: false })).toEqual([
      'dana@example.com is not part of this conversation: replies do not go to them.',
    ]);
  });

  it('name no user who writes from their own mail, and takes part as a user', () => {
    expect(notes({ is_participant: false }, null, 'user')).toEqual([]);
  });

  it('warn of a sender whom nothing proves, but not where nothing is known', () => {
    expect(notes({ authentication: { ...authentication, verified: false } })).toEqual([
      expect.stringMatching(/^The sender’s address is not verified/),
    ]);
    expect(notes({ authentication: null })).toEqual([]);
  });

  it('tell of what a program sent, and of what was left out', () => {
    expect(notes({ is_automatic: true, is_truncated: true })).toHaveLength(2);
  });
});

const height = (body: string, quoted_body: string | null = null) => frameHeightOf({ body, quoted_body });

describe('the frame of a mail', () => {
  it('is as high as its text needs, within limits', () => {
    expect(height('')).toBe(96);
    expect(height('One line.')).toBe(96);
    expect(height('line\n'.repeat(5))).toBeGreaterThan(height('line\n'.repeat(4)));
    expect(height('x'.repeat(800))).toBeGreaterThan(height('x'.repeat(400)));
    expect(height('line\n'.repeat(1000))).toBe(400);
  });

  it('has room for the line that stands for what the mail quotes', () => {
    expect(height('line\n'.repeat(5), 'On Monday')).toBeGreaterThan(height('line\n'.repeat(5)));
  });
});
