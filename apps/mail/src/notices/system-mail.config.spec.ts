import { describe, expect, it } from '@jest/globals';
import { ConfigError } from '@parley/runtime/config';
import { SystemMailConfig } from './system-mail.config.ts';

const FROM = 'Parley <parley@example.com>';
const read = (url: string, from = FROM) =>
  new SystemMailConfig({ SYSTEM_MAIL_URL: url, SYSTEM_MAIL_FROM: from });
const errorsOf = (url: string, from = FROM): readonly string[] => {
  try {
    read(url, from);
    return [];
  } catch (error) {
    return (error as ConfigError).errors;
  }
};

describe('the settings of the mails of the product', () => {
  it('switch them off unless they are set', () => {
    expect(new SystemMailConfig({})).toMatchObject({ SYSTEM_MAIL_URL: null, SYSTEM_MAIL_FROM: null });
    expect(read('', '')).toMatchObject({ SYSTEM_MAIL_URL: null, SYSTEM_MAIL_FROM: null });
  });

  it.each([
    [
      'smtps://user:pa%2Fss%40word@smtp.example.com',
      {
        host: 'smtp.example.com',
        port: 465,
        security: 'tls',
        authentication: { username: 'user', password: 'pa/ss@word' },
      },
    ],
    [
      'smtp://mailer%40example.com:geheim-1@smtp.example.com/',
      {
        host: 'smtp.example.com',
        port: 587,
        security: 'starttls',
        authentication: { username: 'mailer@example.com', password: 'geheim-1' },
      },
    ],
    ['smtp://[fd00::25]:25', { host: 'fd00::25', port: 25, security: 'starttls', authentication: null }],
    ['smtp://postfix:2525', { host: 'postfix', port: 2525, security: 'starttls', authentication: null }],
  ])('read the server from %s', (url, server) => {
    expect(read(url).SYSTEM_MAIL_URL).toEqual(server);
  });

  it.each([
    ['smtp.example.com', 'must be a URL'],
    ['https://smtp.example.com', 'must be a URL'],
    ['smtps://', 'must'],
    ['smtps://user@smtp.example.com', 'a user and a password'],
    ['smtps://:geheim-1@smtp.example.com', 'a user and a password'],
    ['smtps://user:changeme@smtp.example.com', 'placeholder'],
    ['smtps://user:geheim%zz1@smtp.example.com', 'percent-encoded'],
    ['smtps://user:geheim-1@smtp.example.com/path', 'must end with the host'],
    ['smtps://user:geheim-1@smtp.example.com?tls=no', 'must end with the host'],
    ['smtps://user:geheim-1@smtp exa mple', 'must'],
  ])('refuse %s without quoting it', (url, message) => {
    const [error, ...others] = errorsOf(url);
    expect(error).toContain('SYSTEM_MAIL_URL: ');
    expect(error).toContain(message);
    expect(error).not.toContain('geheim');
    expect(others).toEqual([]);
  });

  it.each([
    ['parley@example.com', { name: null, address: 'parley@example.com' }],
    ['Parley Support <parley@Example.com>', { name: 'Parley Support', address: 'parley@example.com' }],
    ['"Acme, \\"Parley\\"" <parley@example.com>', { name: 'Acme, "Parley"', address: 'parley@example.com' }],
    ['<parley@example.com>', { name: null, address: 'parley@example.com' }],
  ])('read the sender from %s', (from, sender) => {
    expect(read('smtp://postfix', from).SYSTEM_MAIL_FROM).toEqual(sender);
  });

  it.each([
    'Parley',
    'Parley <parley>',
    'Parley <a@example.com> <b@example.com>',
    'a@example.com, b@example.com',
  ])('refuse the sender %s', (from) => {
    expect(errorsOf('smtp://postfix', from)).toEqual([expect.stringContaining('must be an address')]);
  });

  it('are set both or not at all', () => {
    const both = ['SYSTEM_MAIL_URL and SYSTEM_MAIL_FROM: set both of them or neither'];
    expect(errorsOf('smtp://postfix', '')).toEqual(both);
    expect(errorsOf('', FROM)).toEqual(both);
  });
});
