import { describe, expect, it } from '@jest/globals';
import { simpleParser, type ParsedMail } from 'mailparser';
import { EXCEPTIONS } from './corpora-exceptions.fixture.ts';
import { corpusMails, type CorpusMail } from './corpora.fixture.ts';
import type { ReadMail } from './read-mail.ts';
import { read } from './test-mails.fixture.ts';

const MAILS = corpusMails();
const words = (text: string | undefined) => (text ?? '').replaceAll(/\s+/g, ' ').trim();
const ascii = (text: string) => text.replaceAll(/[^!-~]+/g, '');

/** Why a text may differ from that of the oracle, by what is known of all mails of a kind. */
const RULES: Readonly<Record<string, (mail: ReadMail, text: string, theirs: string) => boolean>> = {
  'the oracle shows nothing': (_, text, theirs) => theirs === '' && text !== '',
  'the oracle puts the machine-readable part of a report into the text': (mail, text, theirs) =>
    Object.values(mail.reports).some((part) => part !== null) && theirs.startsWith(text),
  'the oracle puts attached texts into the text': (mail, text, theirs) =>
    mail.parts.some(({ type }) => type.startsWith('text/')) && theirs.startsWith(text),
  'the oracle has lost characters': (_, text, theirs) =>
    theirs.includes('\uFFFD') && ascii(text) === ascii(theirs),
  'control characters are left out': (_, text, theirs) =>
    // oxlint-disable-next-line no-control-regex -- these are what is left out
    text === words(theirs.replaceAll(/[\0-\x08\x0E-\x1F\x7F]/g, '')),
};

function reasonOf({ name }: CorpusMail, mail: ReadMail, oracle: ParsedMail): string | null {
  const [text, theirs] = [words(mail.text), words(oracle.text)];
  if (text === theirs) return null;
  const rule = Object.entries(RULES).find(([, holds]) => holds(mail, text, theirs));
  return rule?.[0] ?? EXCEPTIONS[name] ?? `unexplained: ${difference(text, theirs)}`;
}

function difference(text: string, theirs: string): string {
  let at = 0;
  while (text[at] === theirs[at]) at += 1;
  const around = (one: string) => JSON.stringify(one.slice(Math.max(0, at - 20), at + 40));
  return `${around(text)} instead of ${around(theirs)}`;
}

describe('the mails of the corpora', () => {
  it('are all read, and none is empty that has a content', async () => {
    const empty: string[] = [];
    for (const { name, source } of MAILS) {
      const { mail } = await read(source);
      const body = source
        .toString('latin1')
        .split(/\r\n\r\n|\n\n|\r\r/)
        .slice(1)
        .join('')
        .trim();
      if (mail.text === '' && mail.parts.length === 0 && mail.html === null && body !== '') empty.push(name);
    }
    expect(empty).toEqual(EMPTY);
  });

  it('have the text that mailparser reads, or a reason for another one', async () => {
    const reasons = new Map<string, string[]>();
    for (const one of MAILS.filter(({ name }) => !name.includes('/mac--'))) {
      const { mail } = await read(one.source);
      const reason = reasonOf(one, mail, await simpleParser(one.source, { skipImageLinks: true }));
      if (reason !== null) reasons.set(reason, [...(reasons.get(reason) ?? []), one.name]);
    }
    console.table([...reasons].map(([reason, names]) => ({ reason, mails: names.length, first: names[0] })));
    const unexplained = [...reasons].filter(([reason]) => reason.startsWith('unexplained'));
    expect(unexplained).toEqual([]);
  });

  it('have no replacement characters where mailparser has none', async () => {
    for (const { name, source } of MAILS) {
      const { mail } = await read(source);
      const oracle = await simpleParser(source);
      if (`${mail.text}${mail.subject}`.includes('\uFFFD'))
        expect([name, `${oracle.text}${oracle.subject}`]).toEqual([name, expect.stringContaining('\uFFFD')]);
    }
  });

  it('are the same with line ends of CR alone', async () => {
    for (const { name, source } of MAILS.filter((one) => one.name.includes('/dos--'))) {
      const mac = MAILS.find((one) => one.name === name.replace('/dos--', '/mac--'));
      const text = source.toString('latin1').replaceAll('\r\n', '\r');
      const expected = await read(source);
      const [copy, own] = [await read(Buffer.from(text, 'latin1')), await read(mac?.source ?? '')];
      expect([name, copy.mail.text, copy.mail.from]).toEqual([name, expected.mail.text, expected.mail.from]);
      expect([name, own.mail.from, own.mail.subject]).toEqual([
        name,
        expected.mail.from,
        expected.mail.subject,
      ]);
    }
  });

  it('have the same hash with line ends of LF alone, another trace and blank lines at the end', async () => {
    for (const { name, source } of MAILS.filter((one) => one.name.includes('/dos--'))) {
      const text = `Received: from a by b\n${source.toString('latin1').replaceAll('\r\n', '\n')}\n\n`;
      const [original, copy] = [await read(source), await read(Buffer.from(text, 'latin1'))];
      expect([name, copy.mail.contentHash]).toEqual([name, original.mail.contentHash]);
    }
  });
});

/** They have blank parts, or HTML without text. */
const EMPTY: readonly string[] = [];
