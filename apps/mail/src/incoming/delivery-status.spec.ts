import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseDeliveryStatus } from './delivery-status.rules.ts';

const REPORT = `Reporting-MTA: dns; mx.example
Original-Envelope-Id: QQ314159
Arrival-Date: Sat, 28 Nov 2026 12:00:00 +0000

Original-Recipient: rfc822;dana@customer.example
Final-Recipient: RFC822; dana+x@other.example
Action: failed (delivery failed)
Status: 5.1.1 (bad destination)
Remote-MTA: dns; mx.other.example
Diagnostic-Code: smtp; 550 5.1.1 <dana@other.example>:
  no such user

Final-Recipient: rfc822; kim@customer.example
Action: delayed
Status: 4.4.1
`;

describe('a report of a mail server', () => {
  it('has the id of the envelope and each recipient', () => {
    expect(parseDeliveryStatus(REPORT)).toEqual({
      originalEnvelopeId: 'QQ314159',
      reportingMta: 'mx.example',
      recipients: [
        {
          originalRecipient: 'dana@customer.example',
          finalRecipient: 'dana+x@other.example',
          action: 'failed',
          status: '5.1.1',
          diagnostic: '550 5.1.1 <dana@other.example>: no such user',
          remoteMta: 'mx.other.example',
        },
        {
          originalRecipient: null,
          finalRecipient: 'kim@customer.example',
          action: 'delayed',
          status: '4.4.1',
          diagnostic: null,
          remoteMta: null,
        },
      ],
    });
  });

  it.each([
    [
      'without the blank line before recipients',
      'Reporting-MTA: dns; x\nFinal-Recipient: rfc822;a@b.example\nAction: failed',
    ],
    [
      'with a blank line between the fields',
      'Action: failed\nStatus: 5.0.0\n\nFinal-Recipient: rfc822;a@b.example',
    ],
    ['with bare CR as line end', 'Reporting-MTA: x\r\rFinal-Recipient: rfc822;a@b.example\rAction: failed'],
    ['with angle brackets and no type', 'Final-Recipient: <a@b.example>\nAction: FAILED'],
  ])('is read %s', (_, text) => {
    const { recipients } = parseDeliveryStatus(text);
    expect(recipients).toMatchObject([{ finalRecipient: 'a@b.example', action: 'failed' }]);
  });

  it('has a recipient for each address if the blank lines between them are missing', () => {
    const text =
      'Final-Recipient: rfc822;a@b.example\nAction: failed\nFinal-Recipient: rfc822;c@d.example\nAction: delivered';
    expect(parseDeliveryStatus(text).recipients).toMatchObject([
      { finalRecipient: 'a@b.example', action: 'failed' },
      { finalRecipient: 'c@d.example', action: 'delivered' },
    ]);
  });

  it('has addresses beyond ASCII in their encoded form', () => {
    const text = String.raw`Final-Recipient: utf-8; j\x{F6}rg@b\x{FC}cher.example`;
    expect(parseDeliveryStatus(text).recipients[0]?.finalRecipient).toBe('jörg@bücher.example');
    expect(
      parseDeliveryStatus(String.raw`Final-Recipient: utf-8; \x{FFFFFF}@b.example`).recipients,
    ).toHaveLength(1);
  });

  it('has no address where there is none', () => {
    const text = 'Final-Recipient: rfc822;|/usr/bin/vacation dana\nAction: failed\nStatus: unknown';
    expect(parseDeliveryStatus(text).recipients).toMatchObject([{ finalRecipient: null, status: null }]);
  });

  it('is read whatever it contains, with at most 500 recipients', () => {
    const line = fc.oneof(
      fc.string(),
      fc.constantFrom('Final-Recipient: rfc822;a@b', 'Action: x', '', ' folded', 'Status: 5.1.1', ':', '\r'),
    );
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        parseDeliveryStatus(lines.join('\n'));
      }),
    );
    const many = 'Final-Recipient: rfc822;a@b.example\n\n'.repeat(5_000);
    expect(parseDeliveryStatus(many).recipients).toHaveLength(500);
  });
});
