import { describe, expect, it } from '@jest/globals';
import { readSource } from './read-mail.fixture.ts';
import { complaintOf, isAgainstUs, receiptOf } from './reports.rules.ts';

const OWN = '<0123456789abcdefghjkmnpqrs@acme.example>';
const reportOf = (type: string, fields: string, returned = '') =>
  readSource(`From: reports@provider.example
Content-Type: multipart/report; boundary=b

--b

A report.
--b
Content-Type: message/${type}

${fields}
--b
Content-Type: message/rfc822

${returned}
--b--
`);

describe('a complaint', () => {
  it('names who has complained and the mail', () => {
    const fields =
      'Feedback-Type: Abuse\nUser-Agent: x/1\nVersion: 1\nOriginal-Envelope-Id: 01abc\nOriginal-Rcpt-To: <dana@customer.example>';
    expect(complaintOf(reportOf('feedback-report', fields, `Message-ID: ${OWN}\nTo: x@y.example`))).toEqual({
      feedbackType: 'abuse',
      recipients: ['dana@customer.example'],
      originalEnvelopeId: '01abc',
      messageIds: [OWN],
    });
  });

  it('is of the recipients of the returned mail if it names nobody', () => {
    const found = complaintOf(
      reportOf('feedback-report', 'Feedback-Type: abuse', 'To: dana@customer.example'),
    );
    expect(found?.recipients).toEqual(['dana@customer.example']);
  });

  it('is not against us if it takes another one back, or reports failed authentication', () => {
    const of = (type: string) => complaintOf(reportOf('feedback-report', `Feedback-Type: ${type}`));
    const isAgainst = (type: string) => isAgainstUs(of(type) as NonNullable<ReturnType<typeof of>>);
    expect(['abuse', 'fraud', 'virus', 'other'].map(isAgainst)).toEqual([true, true, true, true]);
    expect(['not-spam', 'auth-failure'].map(isAgainst)).toEqual([false, false]);
  });

  it('is none in a mail without a report', () => {
    expect(complaintOf(readSource('From: a@b.example\n\nText'))).toBeNull();
  });
});

describe('a receipt', () => {
  it('says what became of which mail', () => {
    const fields = `Final-Recipient: rfc822;dana@customer.example\nOriginal-Message-ID: ${OWN}\nDisposition: manual-action/MDN-sent-manually;\n displayed`;
    expect(receiptOf(reportOf('disposition-notification', fields))).toEqual({
      disposition: 'displayed',
      finalRecipient: 'dana@customer.example',
      originalMessageId: OWN,
    });
  });

  it('is a receipt although it says nothing', () => {
    expect(receiptOf(reportOf('disposition-notification', ''))).toEqual({
      disposition: null,
      finalRecipient: null,
      originalMessageId: null,
    });
    expect(receiptOf(readSource('From: a@b.example\n\nText'))).toBeNull();
  });
});
