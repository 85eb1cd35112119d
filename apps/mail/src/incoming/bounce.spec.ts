import { describe, expect, it } from '@jest/globals';
import { bounceOf, isFailure } from './bounce.rules.ts';
import { classify } from './classify.rules.ts';
import { contextOf } from './incoming.fixture.ts';
import { mailOf, readSource } from './read-mail.fixture.ts';

const OWN = '<0123456789abcdefghjkmnpqrs@acme.example>';
const DAEMON = {
  From: 'Mail Delivery System <MAILER-DAEMON@mx.example>',
  To: 'support@acme.example',
  Subject: 'Mail delivery failed',
};

const report = (status: string, returned: string, text = 'It failed.') =>
  readSource(`From: MAILER-DAEMON@mx.example
To: support@acme.example
Content-Type: multipart/report; report-type=delivery-status; boundary=b

--b

${text}
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example

${status}
--b
Content-Type: message/rfc822

${returned}
--b--
`);

describe('a report', () => {
  it('for one of two recipients is about that recipient', () => {
    const found = bounceOf(
      report(
        'Final-Recipient: rfc822; dana@customer.example\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 unknown',
        `Message-ID: ${OWN}\nTo: dana@customer.example, kim@customer.example`,
      ),
    );
    expect(found).toMatchObject({
      source: 'report',
      messageIds: [OWN],
      recipients: [
        {
          address: 'dana@customer.example',
          action: 'failed',
          status: '5.1.1',
          error: { code: 'recipient_unknown', smtp_status: '5.1.1', kind: 'hard' },
        },
      ],
    });
    expect(isFailure(found)).toBe(true);
  });

  it('names the address to which we wrote, and the one behind an alias', () => {
    const status =
      'Original-Recipient: rfc822;info@customer.example\nFinal-Recipient: rfc822;dana@other.example\nAction: failed\nStatus: 5.2.2';
    const [recipient] = bounceOf(report(status, '')).recipients;
    expect(recipient).toMatchObject({ address: 'info@customer.example', finalAddress: 'dana@other.example' });
  });

  it('of a delay, a delivery or a relay is no failure', () => {
    const of = (action: string, status: string) =>
      bounceOf(report(`Final-Recipient: rfc822;a@b.example\nAction: ${action}\nStatus: ${status}`, ''));
    for (const [action, status] of [
      ['delayed', '4.4.1'],
      ['delivered', '2.0.0'],
      ['relayed', '2.0.0'],
      ['expanded', '2.0.0'],
    ] as const) {
      const found = of(action, status);
      expect(found.recipients).toMatchObject([{ action, error: null }]);
      expect(isFailure(found)).toBe(false);
    }
    expect(isFailure(of('bounced', '5.0.0'))).toBe(true);
    expect(of('', '2.1.5').recipients[0]?.action).toBe('delivered');
  });

  it('has the id of the envelope', () => {
    const mail = report('Final-Recipient: rfc822;a@b.example', '');
    const reports = {
      ...mail.reports,
      deliveryStatus: `Original-Envelope-Id: 01abc\n\n${mail.reports.deliveryStatus}`,
    };
    expect(bounceOf({ ...mail, reports }).envelopeId).toBe('01abc');
  });

  it('of a mail whose Message-ID was replaced is known by its loop header', () => {
    const returned =
      'Message-ID: <0100-abc@amazonses.example>\nX-Parley-ID: 0123456789abcdefghjkmnpqrs\nFrom: Acme <support@acme.example>';
    expect(bounceOf(report('Final-Recipient: rfc822;a@b.example', returned)).messageIds).toEqual([
      '<0100-abc@amazonses.example>',
      OWN,
    ]);
  });
});

describe('a notification in prose', () => {
  it.each([
    [
      'Exim',
      `This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  dana@customer.example
    host mx.customer.example [192.0.2.1]
    SMTP error from remote mail server after RCPT TO:<dana@customer.example>:
    550 5.1.1 unknown user

------ This is a copy of the message, including all the headers. ------

Message-ID: ${OWN}
`,
    ],
    [
      'qmail',
      `Hi. This is the qmail-send program at mx.example.
I'm afraid I wasn't able to deliver your message to the following addresses.

<dana@customer.example>:
192.0.2.1 does not like recipient.
Remote host said: 550 5.1.1 User unknown

--- Below this line is a copy of the message.

Return-Path: <support@acme.example>
Message-ID: ${OWN}
`,
    ],
    [
      'Postfix',
      `This is the mail system at host mx.example.

<dana@customer.example>: host mx.customer.example[192.0.2.1] said: 550 5.1.1
    <dana@customer.example>: Recipient address rejected: User unknown (in reply
    to RCPT TO command)

Message-ID: ${OWN}
`,
    ],
    [
      'Gmail',
      `Delivery to the following recipient failed permanently:

     dana@customer.example

Technical details of permanent failure:
The error that the other server returned was:
550 5.1.1 The email account that you tried to reach does not exist.

----- Original message -----

Message-ID: ${OWN}
`,
    ],
    [
      'Exchange',
      `Delivery has failed to these recipients or groups:

dana@customer.example<mailto:dana@customer.example>
The email address you entered couldn't be found. Please check it.

Remote Server returned '550 5.1.1 RESOLVER.ADR.RecipNotFound; not found'

Original message headers:

Message-ID: ${OWN}
`,
    ],
  ])('of %s names its recipient, the cause and our Message-ID', (_, text) => {
    const mail = mailOf(DAEMON, text);
    expect(classify(mail, contextOf()).class).toBe('bounce');
    expect(bounceOf(mail)).toMatchObject({
      source: 'prose',
      messageIds: [OWN],
      recipients: [{ address: 'dana@customer.example', action: 'failed', error: { kind: 'hard' } }],
    });
  });

  it('is matched by our Message-ID anywhere in it', () => {
    expect(bounceOf(mailOf(DAEMON, `We could not deliver ${OWN} for you`)).messageIds).toEqual([OWN]);
    expect(bounceOf(mailOf({ ...DAEMON, 'In-Reply-To': OWN }, 'No text')).messageIds).toEqual([OWN]);
  });

  it('has no id if it has none: everybody can forge a bounce', () => {
    const forged = bounceOf(mailOf(DAEMON, '<dana@customer.example>: 550 5.1.1 User unknown'));
    expect(forged).toMatchObject({ envelopeId: null, messageIds: [] });
  });

  it('that only warns of a delay is no failure', () => {
    const text = `THIS IS A WARNING MESSAGE ONLY. YOU DO NOT NEED TO RESEND YOUR MESSAGE.

<dana@customer.example>: connect to mx.customer.example: Connection timed out`;
    const found = bounceOf(mailOf({ ...DAEMON, Subject: 'Delayed Mail (still being retried)' }, text));
    expect(found.recipients).toMatchObject([{ action: 'delayed', error: null }]);
    expect(isFailure(found)).toBe(false);
  });

  it('names those of X-Failed-Recipients, with what it says of them', () => {
    const mail = mailOf(
      { ...DAEMON, 'X-Failed-Recipients': 'dana@customer.example, kim@customer.example' },
      'The group may not exist.',
    );
    expect(bounceOf(mail)).toMatchObject({
      source: 'x_failed_recipients',
      recipients: [{ address: 'dana@customer.example' }, { address: 'kim@customer.example' }],
    });
  });

  it('that names nobody is about the recipients of the mail that it returns', () => {
    const text = `The mailbox is full.

----- Original message follows -----
From: support@acme.example
To: Dana <dana@customer.example>,
 kim@customer.example
`;
    expect(bounceOf(mailOf(DAEMON, text))).toMatchObject({
      source: 'returned_mail',
      recipients: [
        { address: 'dana@customer.example', error: { code: 'mailbox_full' } },
        { address: 'kim@customer.example' },
      ],
    });
  });

  it('never names the reader of it', () => {
    const text = 'Your message from support@acme.example to dana@customer.example was refused.';
    expect(bounceOf(mailOf(DAEMON, text)).recipients.map(({ address }) => address)).toEqual([
      'dana@customer.example',
    ]);
  });
});
