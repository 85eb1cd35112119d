import { describe, expect, it } from '@jest/globals';
import { PARTICIPANTS_MAX, RECIPIENTS_MAX, type MailAddress } from '@parley/contracts';
import { addressKey, mailboxKey } from '@parley/mail-text';
import fc from 'fast-check';
import { ownAmong, replyRecipients, type ReplySituation } from './reply-recipients.ts';

const named = (address: string, name: string | null = null): MailAddress => ({ address, name });
const dana = named('dana@example.com', 'Dana Reyes');
const lee = named('lee@example.com');
const kim = named('kim@partner.example');
const support = named('support@acme.example');

type Mail = NonNullable<ReplySituation['last']>;

const PROVEN = { verified: true, dmarc: 'pass', dkim: 'pass', spf: 'none' } as const;

const mail = (changes: Partial<Mail> = {}): Mail => ({
  ...{ direction: 'incoming', from: dana, to: [support], cc: [], authentication: PROVEN },
  ...changes,
});

const situation = (last: Mail | null, changes: Partial<ReplySituation> = {}): ReplySituation => ({
  last,
  isAnswered: false,
  contact: dana,
  participants: [],
  ownAddresses: ['support@acme.example', 'Sales@acme.example'],
  ...changes,
});

describe('the recipients of a reply', () => {
  it('are the contact where no mail is in the conversation', () => {
    expect(replyRecipients(situation(null))).toEqual({ to: [dana], cc: [], bcc: [] });
    expect(replyRecipients(situation(null, { contact: null }))).toEqual({ to: [], cc: [], bcc: [] });
  });

  it('are the sender of the mail that it answers, and in copy the others', () => {
    const last = mail({ to: [support, lee], cc: [kim, named('sales@acme.example')] });
    expect(replyRecipients(situation(last))).toEqual({ to: [dana], cc: [lee, kim], bcc: [] });
  });

  it.each([[{ ...PROVEN, verified: false }], [null]])(
    'are of those whom a mail names only those who take part, where nothing proves its sender: %j',
    (authentication) => {
      const last = mail({ to: [support, lee], cc: [kim], authentication });
      expect(replyRecipients(situation(last, { participants: [lee] }))).toEqual({
        to: [dana],
        cc: [lee],
        bcc: [],
      });
    },
  );

  it('are those of our mail where it is the last', () => {
    const last = mail({ direction: 'outgoing', from: support, to: [kim], cc: [lee] });
    const participants = [lee, kim];
    expect(replyRecipients(situation(last, { participants }))).toEqual({ to: [kim], cc: [lee], bcc: [] });
  });

  it('are the contact alone where it has written since the last mail', () => {
    for (const last of [
      mail({ direction: 'outgoing', to: [kim], cc: [lee] }),
      mail({ from: kim, cc: [lee] }),
    ]) {
      const answered = situation(last, { isAnswered: true, participants: [kim, lee] });
      expect(replyRecipients(answered)).toEqual({ to: [dana], cc: [], bcc: [] });
      expect(replyRecipients({ ...answered, contact: null })).toEqual({ to: [], cc: [], bcc: [] });
      expect(replyRecipients(answered, { cc: [kim.address] }).cc).toEqual([kim]);
    }
  });

  it('have the present address of the contact for a former one in our last mail', () => {
    const [former, participants] = [named('dnaa@example.com'), [{ ...kim, address: 'KIM@partner.example' }]];
    const last = mail({ direction: 'outgoing', to: [kim, former], cc: [named('dana@old.example')] });
    const corrected = situation(last, { participants });
    expect(replyRecipients(corrected)).toEqual({ to: [kim, dana], cc: [], bcc: [] });
    expect(replyRecipients({ ...corrected, contact: null })).toEqual({ to: [kim], cc: [], bcc: [] });
    // The sender of a mail to us has written from that address.
    expect(replyRecipients(situation(mail({ from: former })))).toMatchObject({ to: [former] });
  });

  it('are those of our last mail where there are too many participants to know them all', () => {
    const participants = Array.from({ length: PARTICIPANTS_MAX }, (_, nth) =>
      named(`user${nth}@example.com`),
    );
    const last = mail({ direction: 'outgoing', to: [kim] });
    expect(replyRecipients(situation(last, { participants })).to).toEqual([kim]);
  });

  it('do not have the contact in the thread of someone else', () => {
    expect(replyRecipients(situation(mail({ from: kim })))).toEqual({ to: [kim], cc: [], bcc: [] });
  });

  it('are the sender alone where we were reached by Bcc', () => {
    expect(replyRecipients(situation(mail({ to: [lee], cc: [kim] })))).toEqual({
      to: [dana],
      cc: [],
      bcc: [],
    });
  });

  it('have each address once, and no subaddress of ours', () => {
    const last = mail({
      to: [named('Support+r0123456789abcdefghjk@ACME.example'), named('LEE@example.com')],
      cc: [lee, named('DANA@example.com')],
    });
    expect(replyRecipients(situation(last)).cc).toEqual([named('LEE@example.com')]);
  });

  it('are the contact where nobody else wrote the last mail', () => {
    expect(replyRecipients(situation(mail({ from: support, cc: [lee] })))).toEqual({
      to: [dana],
      cc: [],
      bcc: [],
    });
  });

  it('are what a user names, with the usual ones for a list that is absent, and their names', () => {
    const usual = situation(mail({ cc: [kim] }));
    const [to, cc, bcc] = [['Lee@example.com'], [lee.address], ['dana@example.com']];
    expect(replyRecipients(usual, { to })).toEqual({ to: [named('Lee@example.com')], cc: [], bcc: [] });
    expect(replyRecipients(usual, { cc })).toEqual({ to: [dana], cc: [lee], bcc: [] });
    expect(replyRecipients(usual, { to, bcc })).toEqual({
      to: [named('Lee@example.com')],
      cc: [],
      bcc: [dana],
    });
    expect(replyRecipients(usual, { cc: [] })).toEqual({ to: [dana], cc: [], bcc: [] });
  });

  it('are at most 50, of which those that a user names are first', () => {
    const many = Array.from({ length: 60 }, (_, index) => named(`user${index}@example.com`));
    const usual = situation(mail({ cc: [support, ...many] }));
    expect(replyRecipients(usual).cc).toHaveLength(49);
    const bcc = Array.from({ length: 10 }, (_, index) => `hidden${index}@example.com`);
    const { cc, bcc: hidden } = replyRecipients(usual, { bcc });
    expect([cc.length, hidden.length]).toEqual([39, 10]);
  });
});

describe('a mailbox of the workspace', () => {
  const own = ['support@acme.example'];

  it.each([
    [{ to: ['dana@example.com'] }, undefined],
    [{ to: ['dana@example.com', 'SUPPORT@acme.example'] }, 'to[1]'],
    [{ cc: ['support+r1@acme.example'] }, 'cc[0]'],
    [{ bcc: ['support@acme.example'] }, 'bcc[0]'],
  ])('is found among the recipients %j that a user names', (list, path) => {
    expect(ownAmong(list, own)).toBe(path);
  });
});

describe('whatever the mail says, a reply', () => {
  const local = fc.constantFrom('dana', 'DANA', 'lee', 'kim', 'support', 'support+r1', 'Sales', 'x\r\ny', '');
  const address = fc
    .tuple(local, fc.constantFrom('example.com', 'acme.example', 'Acme.Example'))
    .map(([name, domain]) => named(`${name}@${domain}`));
  const list = fc.array(address, { maxLength: 60 });
  const last = fc.record({
    direction: fc.constantFrom('incoming' as const, 'outgoing' as const),
    from: fc.option(address),
    to: list,
    cc: list,
    authentication: fc.constantFrom(PROVEN, null),
  });
  const situations = fc.record({
    last: fc.option(last),
    isAnswered: fc.boolean(),
    participants: list,
    contact: fc.option(address),
    ownAddresses: fc.constant(['support@acme.example', 'sales@acme.example']),
  });

  it('goes by itself to at most 50 different addresses that are named, none of them ours, and has a To if it has a Cc', () => {
    fc.assert(
      fc.property(situations, (given) => {
        const { to, cc, bcc } = replyRecipients(given);
        const keys = [...to, ...cc].map((one) => addressKey(one.address));
        expect(keys.length).toBeLessThanOrEqual(RECIPIENTS_MAX);
        expect(new Set(keys).size).toBe(keys.length);
        for (const key of keys) expect(given.ownAddresses).not.toContain(mailboxKey(key));
        const { from = null, to: first = [], cc: second = [] } = given.last ?? {};
        for (const one of [...to, ...cc]) expect([given.contact, from, ...first, ...second]).toContain(one);
        expect(bcc).toEqual([]);
        if (cc.length > 0) expect(to.length).toBeGreaterThan(0);
      }),
    );
  });
});
