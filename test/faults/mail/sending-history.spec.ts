import { expect, it } from '@jest/globals';
import type { Message } from '@parley/contracts';
import { ReceivedMails, textOf } from './received-mails.ts';
import { tallyOf, type SentReply } from './sending-history.ts';

type Status = SentReply['status'];

const reply = (name: string, status: Status = 'sent', onUnknown: 'hold' | 'retry' = 'hold'): SentReply => ({
  ...{ name, status, onUnknown, conversation: 'conv_1' },
  message: { id: `msg_${name}` } as Message,
});

/** What a server has, by the names of replies, each with the answer to it. */
function received(...copies: readonly (readonly [name: string, answer: number | null, id?: string])[]) {
  const mails = new ReceivedMails();
  mails.take(
    copies.map(([name, answer, id = name]) => ({
      ...{ client: '', from: '', to: [], isEncrypted: false, answer },
      content: Buffer.from(`Message-ID: <${id}@desk.example>\r\n\r\n${textOf(name)}\r\n`),
    })),
  );
  return mails;
}

const states = (seen: Record<string, Status[]>) =>
  new Map(Object.entries(seen).map(([name, each]) => [`msg_${name}`, each]));

/** The violations of replies, without what they are called. */
function found(
  replies: readonly SentReply[],
  mails: ReceivedMails,
  seen: Record<string, Status[]> = {},
): string[] {
  return tallyOf(replies, mails, states(seen)).violations.map((text) => text.replace(/^\w+ \(.*?\): /, ''));
}

it('replies that arrived once and in order violate nothing', () => {
  const seen: Record<string, Status[]> = { a: ['queued', 'sent'], b: ['queued', 'queued', 'queued', 'sent'] };
  expect(found([reply('a'), reply('b')], received(['a', 250], ['b', 250]), seen)).toEqual([]);
});

it('an unknown outcome excuses a mail that did not arrive, and a second copy where it is retried', () => {
  expect(found([reply('a', 'unknown')], received())).toEqual([]);
  const twice = received(['a', null], ['a', 250]);
  const seen: Record<string, Status[]> = { a: ['queued', 'unknown', 'unknown', 'sent'] };
  expect(found([reply('a', 'sent', 'retry')], twice, seen)).toEqual([]);
  expect(found([reply('a', 'sent', 'hold')], twice, seen)).toEqual(['was sent too often']);
  expect(found([reply('a', 'sent', 'retry')], twice)).toEqual(['was sent too often']);
});

it('a mail that is sent and that no server has accepted is lost', () => {
  for (const mails of [received(), received(['a', null])])
    expect(found([reply('a')], mails)).toEqual(['is lost']);
});

it('a mail that is not done, copies that differ, and states that go back are told', () => {
  expect(found([reply('a', 'queued')], received())).toEqual(['is neither sent nor unknown']);
  const differing = received(['a', null, 'one'], ['a', 250, 'two']);
  const unknown: Record<string, Status[]> = { a: ['queued', 'unknown', 'unknown', 'sent'] };
  expect(found([reply('a', 'sent', 'retry')], differing, unknown)).toEqual(['has copies that differ']);
  const back: Record<string, Status[]> = { a: ['queued', 'sent', 'sent', 'queued'] };
  expect(found([reply('a')], received(['a', 250]), back)).toEqual(['goes back: queued, sent, sent, queued']);
});

it('mails of a conversation that overtake each other, and Message-IDs that two of them have, are told', () => {
  expect(found([reply('a'), reply('b')], received(['b', 250], ['a', 250]))).toEqual(['b arrived before a']);
  const same = received(['a', 250, 'one'], ['b', 250, 'one']);
  expect(found([reply('a'), reply('b')], same)).toEqual(['a Message-ID is not unique']);
});
