import { describe, expect, it } from '@jest/globals';
import { AUTHENTICATED, UNAUTHENTICATED } from './incoming.fixture.ts';
import { mailOf } from './read-mail.fixture.ts';
import { authenticationOfSender, senderOf } from './sender.rules.ts';

const resultOf = (
  fields: Record<string, string | string[]>,
  forwarders: string[] = [],
  authentication = AUTHENTICATED,
) => senderOf(mailOf(fields), authentication, forwarders);
const sender = (...args: Parameters<typeof resultOf>) => {
  const { sender: found } = resultOf(...args);
  if (found === null) throw new Error('The mail has no sender');
  return found;
};

describe('the sender of a mail', () => {
  it('is the address of From, whatever other fields say', () => {
    const fields = {
      From: 'Dana Reyes <Dana@Customer.example>',
      Sender: 'assistant@customer.example',
      'Return-Path': '<bounces@other.example>',
    };
    expect(sender(fields)).toEqual({
      address: 'Dana@customer.example',
      name: 'Dana Reyes',
      key: 'dana@customer.example',
      replyTo: [],
      forwardedBy: null,
      warnings: [],
    });
  });

  it.each([
    ['no From', { Subject: 'x' }, 'no_sender'],
    ['an empty From', { From: '' }, 'no_sender'],
    ['a group', { From: 'Team: dana@customer.example;' }, 'group_sender'],
    ['a quoted local part', { From: '"dana reyes"@customer.example' }, 'unusable_address'],
    ['an IP literal', { From: 'dana@[192.0.2.1]' }, 'unusable_address'],
    ['more than 320 characters', { From: `${'x'.repeat(310)}@customer.example` }, 'unusable_address'],
  ])('is a problem with %s', (_, fields, problem) => {
    expect(resultOf(fields as Record<string, string>)).toEqual({ sender: null, problem });
  });

  it('has 320 characters, letters beyond ASCII, or an international domain in one of its forms', () => {
    expect(sender({ From: `${'x'.repeat(303)}@customer.example` }).address).toHaveLength(320);
    expect(sender({ From: 'jörg@customer.example' }).address).toBe('jörg@customer.example');
    const keys = ['dana@bücher.example', 'dana@xn--bcher-kva.example', 'dana@BÜCHER.example'];
    expect(new Set(keys.map((From) => sender({ From }).key)).size).toBe(1);
  });

  it('is the first of two From fields and of two addresses, with a warning', () => {
    expect(sender({ From: ['dana@customer.example', 'boss@acme.example'] })).toMatchObject({
      address: 'dana@customer.example',
      warnings: ['several_senders'],
    });
    expect(
      sender({ From: 'dana@customer.example, kim@customer.example', Sender: 'kim@customer.example' }),
    ).toMatchObject({ address: 'dana@customer.example', warnings: ['several_senders'] });
  });

  it('is the address although the name beside it shows another one, with a warning', () => {
    const warnings = (From: string) => sender({ From }).warnings;
    expect(sender({ From: '"boss@acme.example" <evil@attacker.example>' })).toMatchObject({
      address: 'evil@attacker.example',
      warnings: ['name_shows_other_address'],
    });
    expect(warnings('"Boss (boss@acme.example)" <evil@attacker.example>')).toEqual([
      'name_shows_other_address',
    ]);
    expect(warnings('"Dana@customer.example" <dana@customer.example>')).toEqual([]);
    expect(warnings('"Dana @ Customer" <dana@customer.example>')).toEqual([]);
  });

  it('is From although answers go elsewhere, with a warning', () => {
    expect(sender({ From: 'dana@customer.example', 'Reply-To': 'Kim <kim@other.example>' })).toMatchObject({
      address: 'dana@customer.example',
      replyTo: [{ address: 'kim@other.example', name: 'Kim' }],
      warnings: ['reply_to_elsewhere'],
    });
    expect(sender({ From: 'dana@customer.example', 'Reply-To': 'kim@customer.example' }).warnings).toEqual(
      [],
    );
  });
});

describe('a From that a group or a form has rewritten', () => {
  const GROUP = {
    From: "'Dana Reyes' via Support <group@acme.example>",
    'X-Original-From': 'Dana Reyes <dana@customer.example>',
    'Reply-To': 'Dana Reyes <dana@customer.example>',
  };
  const FORM = { From: 'Website <no-reply@acme.example>', 'Reply-To': 'Dana <dana@customer.example>' };

  it('is replaced by the original sender if the mailbox trusts the forwarder and it is authenticated', () => {
    expect(sender(GROUP, ['Group@acme.example'])).toMatchObject({
      address: 'dana@customer.example',
      name: 'Dana Reyes',
      forwardedBy: 'group@acme.example',
      warnings: ['sent_by_forwarder'],
    });
    expect(sender(FORM, ['no-reply@acme.example'])).toMatchObject({
      address: 'dana@customer.example',
      name: 'Dana',
    });
  });

  it('stays the sender otherwise', () => {
    expect(sender(GROUP).address).toBe('group@acme.example');
    expect(sender(GROUP, ['group@acme.example'], UNAUTHENTICATED).address).toBe('group@acme.example');
    expect(sender({ From: FORM.From }, ['no-reply@acme.example']).address).toBe('no-reply@acme.example');
    const two = { ...FORM, 'Reply-To': 'dana@customer.example, kim@customer.example' };
    expect(sender(two, ['no-reply@acme.example']).forwardedBy).toBeNull();
  });

  it('says nothing of the original sender, who is not verified', () => {
    expect(authenticationOfSender(sender(FORM, ['no-reply@acme.example']), AUTHENTICATED)).toMatchObject({
      verified: false,
      policy: null,
    });
    expect(authenticationOfSender(sender(FORM), AUTHENTICATED)).toBe(AUTHENTICATED);
  });
});
