import { describe, expect, it } from '@jest/globals';
import type { Mailbox } from '../../desk/directory.ts';
import { keepsReceivingSecret, NO_PROVIDER, receivingFormOf, receivingOf } from './receiving-values.ts';

const TOPIC = 'arn:aws:sns:eu-west-1:123456789012:incoming-mail';
const stored = (changes: Partial<NonNullable<Mailbox['receiving']>>): NonNullable<Mailbox['receiving']> => ({
  type: 'postmark',
  url: 'https://mail.acme.example/providers/4q2b7h0s1m9v3k6x8c5z2d7f4g',
  authentication: 'password',
  topic_arn: null,
  ...changes,
});

describe('the form of a provider', () => {
  it('sends what its provider has alone', () => {
    const filled = {
      ...NO_PROVIDER,
      password: 'correct-horse-battery',
      signing_key: 'key',
      topic_arn: TOPIC,
    };
    expect(receivingOf(filled)).toBeNull();
    expect(receivingOf({ ...filled, type: 'postmark' })).toEqual({
      type: 'postmark',
      password: 'correct-horse-battery',
    });
    expect(receivingOf({ ...filled, type: 'mailgun' })).toEqual({ type: 'mailgun', signing_key: 'key' });
    expect(receivingOf({ ...filled, type: 'sendgrid' })).toEqual({ type: 'sendgrid', signing_key: 'key' });
    expect(receivingOf({ ...filled, type: 'sendgrid', authentication: 'password' })).toEqual({
      type: 'sendgrid',
      password: 'correct-horse-battery',
    });
    expect(receivingOf({ ...filled, type: 'ses' })).toEqual({ type: 'ses', topic_arn: TOPIC });
  });

  it('sends back what it has read, without the URL and the secret', () => {
    expect(receivingOf(receivingFormOf(null))).toBeNull();
    expect(receivingOf(receivingFormOf(stored({})))).toEqual({ type: 'postmark' });
    const ses = stored({ type: 'ses', authentication: 'signature', topic_arn: TOPIC });
    expect(receivingOf(receivingFormOf(ses))).toEqual({ type: 'ses', topic_arn: TOPIC });
  });

  it('keeps its secret until the provider or the kind of proof is another one', () => {
    const before = receivingFormOf(stored({ type: 'sendgrid' }));
    expect(keepsReceivingSecret(before, { ...before, password: 'another' })).toBe(true);
    expect(keepsReceivingSecret(before, { ...before, authentication: 'signature' })).toBe(false);
    expect(keepsReceivingSecret(before, { ...before, type: 'postmark' })).toBe(false);
    expect(keepsReceivingSecret(null, before)).toBe(false);
  });
});
