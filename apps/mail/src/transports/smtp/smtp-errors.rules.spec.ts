import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sendError } from '../send-error.ts';
import { parseReply, refusalOf, type SmtpStage } from './smtp-errors.rules.ts';

const meaningOf = (response: string, stage: SmtpStage, recipients = 1) => {
  const reply = parseReply(response);
  if (reply === null) throw new Error(`${response} is no answer`);
  const { effect, code } = refusalOf(reply, stage, recipients);
  return `${effect} ${code}`;
};

describe('an answer', () => {
  it('has a code, an enhanced status code and a text without them', () => {
    expect(parseReply('550-5.1.1 The account does\n550-5.1.1 not exist.\n550 5.1.1 Check it')).toEqual({
      ...{ code: 550, status: '5.1.1' },
      text: 'The account does not exist. Check it',
    });
    expect(parseReply('250 OK')).toEqual({ code: 250, status: null, text: 'OK' });
    expect(parseReply('354')).toEqual({ code: 354, status: null, text: '' });
    expect(parseReply('550 5.1.1')).toEqual({ code: 550, status: '5.1.1', text: '' });
  });

  it.each(['', 'HTTP/1.1 400 Bad Request', '55', '650 x', '5500 x', ' 550 x'])('is not %j', (text) => {
    expect(parseReply(text)).toBeNull();
  });

  it('of any form is understood without an exception', () => {
    fc.assert(
      fc.property(fc.integer({ min: 400, max: 599 }), fc.string(), (code, text) => {
        const refusal = refusalOf(parseReply(`${code} ${text}`) ?? { code, status: null, text }, 'rcpt');
        return code < 500 ? refusal.effect !== 'failed' : true;
      }),
    );
  });
});

describe('a refusal of a recipient', () => {
  it.each([
    ['550 5.1.1 <x@y.example>: User unknown', 'failed recipient_unknown'],
    ['550 5.1.2 Bad domain', 'failed recipient_unknown'],
    ['501 5.1.3 Bad syntax', 'failed recipient_unknown'],
    ['550 5.1.6 Moved', 'failed recipient_unknown'],
    ['556 5.1.10 Recipient address has null MX', 'failed recipient_unknown'],
    ['550 5.4.4 Unable to route', 'failed recipient_unknown'],
    ['550 No such user here', 'failed recipient_unknown'],
    ['550 Unrouteable address', 'failed recipient_unknown'],
    ['550 Invalid recipient: <x@y.example>', 'failed recipient_unknown'],
    ['550 Requested action not taken', 'failed refused'],
    ['550 5.7.1 Relaying denied', 'failed refused_by_policy'],
    ['554 5.7.1 Message rejected as spam', 'failed refused_by_policy'],
    ['450 4.7.1 Greylisted', 'deferred temporarily_refused'],
    ['450 4.1.1 Unverified', 'deferred temporarily_refused'],
    ['452 4.2.2 Mailbox full', 'deferred mailbox_full'],
    ['552 5.2.2 Mailbox full', 'deferred mailbox_full'],
    ['552 Storage exceeded', 'deferred mailbox_full'],
    ['452 4.5.3 Too many recipients', 'deferred temporarily_refused'],
    ['503 5.5.1 Bad sequence', 'deferred protocol_error'],
    ['552 5.3.4 Too big', 'failed too_large'],
    ['530 5.7.0 Authentication required', 'mailbox authentication_failed'],
  ])('%s means %s', (response, meaning) => {
    expect(meaningOf(response, 'rcpt')).toBe(meaning);
  });
});

describe('a refusal of the sender', () => {
  it.each([
    ['550 5.0.0 No', 'failed sender_refused'],
    ['450 4.1.8 Domain not found', 'deferred temporarily_refused'],
    ['552 Message size exceeds fixed maximum', 'failed too_large'],
    ['530 5.7.57 Client was not authenticated to send anonymous mail', 'mailbox authentication_failed'],
    ['550 5.7.30 Basic authentication is not supported', 'mailbox authentication_disabled'],
    ['550 5.7.60 Client does not have permissions to send as this sender', 'mailbox sender_not_allowed'],
    ['554 5.2.252 SendAsDenied', 'mailbox sender_not_allowed'],
    ['550 5.1.8 Access denied, bad outbound sender', 'mailbox sender_not_allowed'],
    ['550 5.4.5 Daily user sending limit exceeded', 'mailbox quota_exceeded'],
    ['432 4.3.2 Concurrent connections limit exceeded', 'mailbox server_unavailable'],
    ['421 4.3.2 Service not active', 'mailbox server_unavailable'],
    ['421 4.7.0 Try again later', 'deferred temporarily_refused'],
  ])('%s means %s', (response, meaning) => {
    expect(meaningOf(response, 'mail')).toBe(meaning);
  });
});

describe('a refusal of the body', () => {
  it.each([
    ['552 5.3.4 Message too big', 'failed too_large'],
    ['552 5.2.3 Message too long', 'failed too_large'],
    ['552 Too much mail data', 'failed too_large'],
    ['550 5.7.1 Unsolicited', 'failed refused_by_policy'],
    ['554 5.2.0 STOREDRV.Submission.Exception:SubmissionQuotaExceededException', 'mailbox quota_exceeded'],
    ['451 4.3.0 Later', 'deferred temporarily_refused'],
    ['554 5.6.0 Bad content', 'failed refused'],
  ])('%s means %s', (response, meaning) => {
    expect(meaningOf(response, 'end')).toBe(meaning);
  });

  it('tells about a recipient only if there is one', () => {
    expect(meaningOf('550 5.1.1 Unknown user', 'end', 1)).toBe('failed recipient_unknown');
    expect(meaningOf('550 5.1.1 Unknown user', 'end', 2)).toBe('failed refused');
  });
});

describe('before a mail, every refusal concerns the mailbox', () => {
  it.each<[string, SmtpStage, string]>([
    ['421 4.7.0 Too many connections', 'greeting', 'mailbox server_unavailable'],
    ['554 5.7.1 Your address is listed', 'greeting', 'mailbox server_refused'],
    ['550 5.7.1 Bad HELO', 'ehlo', 'mailbox server_refused'],
    ['454 4.7.0 TLS not available', 'starttls', 'mailbox server_unavailable'],
    ['502 5.5.1 Not implemented', 'starttls', 'mailbox tls_not_offered'],
    ['535 5.7.8 Username and Password not accepted', 'auth', 'mailbox authentication_failed'],
    [
      '535 5.7.139 SmtpClientAuthentication is disabled for the Tenant',
      'auth',
      'mailbox authentication_disabled',
    ],
    ['454 4.7.0 Temporary authentication failure', 'auth', 'mailbox server_unavailable'],
  ])('%s at %s means %s', (response, stage, meaning) => {
    expect(meaningOf(response, stage)).toBe(meaning);
  });
});

describe('the text of a server', () => {
  it('is shown as one line of at most 200 characters that hide nothing', () => {
    const text = `No\u202e\u0000\r\n\ttxt.exe\u2028${'x'.repeat(300)}`;
    const { message } = sendError('refused', { text });
    expect(message).toBe(`The server refuses the mail. The server said: No txt.exe ${'x'.repeat(189)}`);
  });

  it('is left out if there is none', () => {
    expect(sendError('mailbox_full')).toEqual({
      ...{ code: 'mailbox_full', smtp_status: null },
      message: 'The mailbox of the recipient is full.',
    });
  });
});
