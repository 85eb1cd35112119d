import { describe, expect, it } from '@jest/globals';
import { MailboxError } from '../../transports/send-error.ts';
import { linkOf, pageOf, sinceOf, type Place } from './delta.rules.ts';

const INBOX = 'https://graph.microsoft.com/v1.0/me/mailFolders/inbox';
const PLACE: Place = {
  account: 'acme.example/support',
  delta_link: null,
  started_at: new Date('2026-11-01T10:00:00.500Z'),
  last_received_at: null,
};
const day = (nth: number) => new Date(`2026-11-0${nth}T12:00:00Z`);
const page = (body: unknown) => pageOf(JSON.stringify(body), INBOX);

describe('a round', () => {
  it('asks at first for what arrives from then on', () => {
    expect(linkOf(INBOX, PLACE)).toBe(
      `${INBOX}/messages/delta?changeType=created&$select=id,receivedDateTime,subject,from&$filter=receivedDateTime+ge+2026-11-01T10:00:00Z`,
    );
    expect(sinceOf(PLACE)).toEqual(PLACE.started_at);
  });

  it('goes on where the one before has ended', () => {
    expect(linkOf(INBOX, { ...PLACE, delta_link: `${INBOX}/next` })).toBe(`${INBOX}/next`);
  });

  it('lists the inbox when its link has expired, for what came from the day before the last mail on', () => {
    const place = { ...PLACE, last_received_at: day(5) };
    expect(linkOf(INBOX, place)).not.toContain('$filter');
    expect(sinceOf(place)).toEqual(day(4));
    expect(sinceOf({ ...place, last_received_at: day(1) })).toEqual(PLACE.started_at);
  });
});

describe('a page', () => {
  it('lists mails, whatever their senders and dates are, without those that are gone', () => {
    const address = 'dana@example.com';
    const value = [
      {
        id: 'a',
        receivedDateTime: '2026-11-05T12:00:00Z',
        subject: 'Hi\0\uD800',
        from: { emailAddress: { address } },
      },
      { id: 'b', '@removed': { reason: 'deleted' } },
      { id: 'c', receivedDateTime: 'yesterday', subject: '', from: { emailAddress: {} } },
    ];
    expect(page({ value, '@odata.deltaLink': `${INBOX}/messages/delta?$deltatoken=x` })).toEqual({
      link: `${INBOX}/messages/delta?$deltatoken=x`,
      isLast: true,
      mails: [
        { id: 'a', receivedAt: day(5), subject: 'Hi', from: { address, name: null } },
        { id: 'c', receivedAt: null, subject: null, from: null },
      ],
    });
    expect(page({ value: [], '@odata.nextLink': `${INBOX}/next` })).toMatchObject({ isLast: false });
  });

  it.each([
    'https://graph.microsoft.com.evil.example/v1.0/x',
    'https://graph.microsoft.com@evil.example/',
    'http://graph.microsoft.com/v1.0/x',
    'https://graph.microsoft.com:8443/v1.0/x',
    'file:///etc/passwd',
    '/v1.0/x',
  ])('with the link %s is none', (link) => {
    expect(() => page({ value: [], '@odata.nextLink': link })).toThrow(MailboxError);
    expect(() => page({ value: [], '@odata.deltaLink': link })).toThrow(MailboxError);
  });

  it.each([[{}], [{ value: [] }], [{ value: [{}], '@odata.deltaLink': INBOX }], ['no JSON']])(
    'is not %j',
    (body) => {
      expect(() => page(body)).toThrow(MailboxError);
    },
  );
});
