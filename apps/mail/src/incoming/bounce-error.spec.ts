import { describe, expect, it } from '@jest/globals';
import { bounceError, statusIn } from './bounce-error.rules.ts';

const causeOf = (status: string | null, text = '') => {
  const { kind, code } = bounceError(status, text);
  return [kind, code];
};

describe('the cause of a bounce', () => {
  it.each([
    ...['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.4.4'].map((one) => [
      one,
      'hard',
      'recipient_unknown',
    ]),
    ...['5.2.2', '4.2.2'].map((one) => [one, 'soft', 'mailbox_full']),
    ...['4.0.0', '4.3.1', '4.4.1', '4.7.0'].map((one) => [one, 'soft', 'temporarily_refused']),
    ...['4.4.7', '5.4.7'].map((one) => [one, 'soft', 'expired']),
    ...['5.7.0', '5.7.1', '5.7.26', '5.7.515'].map((one) => [one, 'policy', 'refused_by_policy']),
    ...['5.3.4', '5.2.3'].map((one) => [one, 'too_large', 'too_large']),
    ...['5.1.7', '5.1.8'].map((one) => [one, 'other', 'sender_refused']),
    ...['5.0.0', '5.6.1', '5.5.4'].map((one) => [one, 'other', 'refused']),
  ])('by the code %s is %s', (status, kind, code) => {
    expect(causeOf(status)).toEqual([kind, code]);
  });

  it.each([
    ['550 <x@y>: User unknown', 'hard'],
    ['The email account that you tried to reach does not exist', 'hard'],
    ['Sorry, no mailbox here by that name', 'hard'],
    ['Host or domain name not found. Name service error for name=x', 'hard'],
    ["The email address you entered couldn't be found", 'hard'],
    ['552 Mailbox is full', 'soft'],
    ['User over quota', 'soft'],
    ['retry timeout exceeded', 'soft'],
    ['451 something', 'soft'],
    ['message size exceeds the limit', 'too_large'],
    ['Message rejected as spam by Content Filtering', 'policy'],
    ['Relay access denied', 'policy'],
    ['Sender address rejected', 'other'],
    ['550 No', 'other'],
    ['', 'other'],
  ])('by the text "%s" is %s', (text, kind) => {
    expect(causeOf(null, text)[0]).toBe(kind);
  });

  it('is that of the text where the code of the report says little', () => {
    expect(bounceError('5.0.0', 'smtp; 550 5.1.1 <x@y> User unknown')).toMatchObject({
      kind: 'hard',
      smtp_status: '5.1.1',
    });
    expect(causeOf('5.5.0', 'the mailbox is full')).toEqual(['soft', 'mailbox_full']);
    expect(causeOf('5.2.1', '550 5.2.1 The user is receiving mail at a rate that')).toEqual([
      'soft',
      'temporarily_refused',
    ]);
  });

  it('is never hard for a refusal for now', () => {
    expect(causeOf('4.1.1', 'user unknown')).toEqual(['soft', 'temporarily_refused']);
    expect(causeOf('4.3.1', 'mailbox full')).toEqual(['soft', 'mailbox_full']);
  });

  it('is shown with what the server said', () => {
    expect(bounceError('5.1.1', '550 5.1.1 No\u202e such user')).toEqual({
      code: 'recipient_unknown',
      smtp_status: '5.1.1',
      message: 'The address of the recipient does not exist. The server said: 550 5.1.1 No such user',
      kind: 'hard',
    });
  });
});

describe('a code in a text', () => {
  it.each([
    ['550 5.1.1 x', '5.1.1'],
    ['(#5.1.2)', '5.1.2'],
    ['550-5.7.26 x', '5.7.26'],
    ['554 5.0.0 x; 550 5.2.2 y', '5.2.2'],
    ['host 5.1.1.1 said', null],
    ['version 15.0.918.8', null],
    ['', null],
  ])('of "%s" is %s', (text, status) => {
    expect(statusIn(text)).toBe(status);
  });
});
