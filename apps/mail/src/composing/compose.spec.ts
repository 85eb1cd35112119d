import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { bodyOf } from './body.ts';
import { compose } from './compose.ts';
import {
  MESSAGE_ID,
  composed,
  decodedWords,
  draft,
  names,
  read,
  structure,
  valueOf,
} from './composed.fixture.ts';
import { threadHeaders } from './message-id.ts';

const EXAMPLE = `X-Parley-ID: 0123456789abcdefghjkmnpqrs
From: Acme Support <support@acme.example>
To: Dana Reed <dana@example.com>
Cc: =?UTF-8?Q?J=C3=BCrgen?= <juergen@xn--bcher-kva.example>, "Lee, Kim"
 <kim@example.com>
Reply-To: Acme Support <support+r0123456789abcdefghjk@acme.example>
In-Reply-To: <parent@mail.example.com>
References: <root@mail.example.com> <parent@mail.example.com>
 <0123456789abcdefghjkmnpqrs@acme.example>
Subject: =?UTF-8?Q?Re=3A_Gr=C3=B6=C3=9Fe_der_Rechnung?=
Message-ID: <0123456789abcdefghjkmnpqrs@acme.example>
Date: Sat, 21 Nov 2026 06:30:00 +0000
MIME-Version: 1.0
Content-Type: multipart/mixed;
 boundary="=_parley-0123456789abcdefghjkmnpqrs-Part_1"

--=_parley-0123456789abcdefghjkmnpqrs-Part_1
Content-Type: multipart/alternative;
 boundary="=_parley-0123456789abcdefghjkmnpqrs-Part_2"

--=_parley-0123456789abcdefghjkmnpqrs-Part_2
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

Hello Dana,

the invoice is here: https://acme.example/i?id=3D1042

--=20
Sam
Acme
--=_parley-0123456789abcdefghjkmnpqrs-Part_2
Content-Type: text/html; charset=utf-8
Content-Transfer-Encoding: quoted-printable

<html><body dir=3D"auto"><p>Hello Dana,</p>
<p>the invoice is here: <a =
href=3D"https://acme.example/i?id=3D1042" rel=3D"noopener noreferrer" =
target=3D"_blank">https://acme.example/i?id=3D1042</a></p><div>-- =
<br>Sam<br>Acme</div></body></html>
--=_parley-0123456789abcdefghjkmnpqrs-Part_2--

--=_parley-0123456789abcdefghjkmnpqrs-Part_1
Content-Type: application/pdf; name=invoice.pdf
Content-Transfer-Encoding: base64
Content-Disposition: attachment; filename=invoice.pdf

JVBERi0xLjc=
--=_parley-0123456789abcdefghjkmnpqrs-Part_1
Content-Type: text/plain; charset=utf-8;
 name="=?UTF-8?Q?Gr=C3=B6=C3=9Fe=2Etxt?="
Content-Transfer-Encoding: base64
Content-Disposition: attachment; filename*0*=utf-8''Gr%C3%B6%C3%9Fe.txt

R3LDtsOfZQ==
--=_parley-0123456789abcdefghjkmnpqrs-Part_1--
`;

const pdf = { filename: 'invoice.pdf', contentType: 'application/pdf', content: Buffer.from('%PDF-1.7') };

describe('a composed mail', () => {
  it('is what RFC 5322 and MIME ask for', async () => {
    const mail = await composed({
      cc: [
        { name: 'Jürgen', address: 'juergen@bücher.example' },
        { name: 'Lee, Kim', address: 'kim@example.com' },
      ],
      bcc: [{ name: null, address: 'audit@acme.example' }],
      replyTo: { name: 'Acme Support', address: 'support+r0123456789abcdefghjk@acme.example' },
      subject: 'Re: Größe der Rechnung',
      thread: threadHeaders(MESSAGE_ID, {
        messageId: '<parent@mail.example.com>',
        references: ['<root@mail.example.com>'],
      }),
      body: bodyOf({
        text: 'Hello Dana,\n\nthe invoice is here: https://acme.example/i?id=1042',
        signature: 'Sam\nAcme',
      }),
      attachments: [
        pdf,
        {
          filename: 'Größe.txt',
          contentType: 'text/plain; charset=utf-8',
          content: Readable.from(['Grö', 'ße']),
        },
      ],
    });
    expect(mail).toBe(EXAMPLE.replaceAll('\n', '\r\n'));
  });

  it('has the same bytes every time, so that it may be composed again after a crash', async () => {
    expect(await composed({ attachments: [pdf] })).toBe(await composed({ attachments: [pdf] }));
  });

  it('has an envelope with all recipients once, Bcc only there', async () => {
    const changes = {
      cc: [
        { name: 'Lee', address: 'lee@BÜCHER.example' },
        { name: null, address: 'DANA@example.com' },
      ],
      bcc: [{ name: null, address: 'audit@acme.example' }],
    };
    expect(compose(draft(changes), Infinity)).toMatchObject({
      envelope: {
        from: 'support@acme.example',
        to: ['dana@example.com', 'lee@xn--bcher-kva.example', 'audit@acme.example'],
      },
      messageId: MESSAGE_ID,
      needsSmtpUtf8: false,
    });
    const mail = await composed(changes);
    expect(mail).not.toMatch(/bcc|audit/i);
    expect(valueOf(read(mail), 'Cc')).toBe('Lee <lee@xn--bcher-kva.example>, DANA@example.com');
  });

  it('needs SMTPUTF8 for a local part outside ASCII alone, in a header', () => {
    const needs = (changes: Parameters<typeof draft>[0]) => compose(draft(changes), Infinity).needsSmtpUtf8;
    const domain = { name: null, address: 'dana@bücher.example' };
    const local = { name: null, address: 'dána@example.com' };
    expect([needs({ replyTo: domain }), needs({ replyTo: local })]).toEqual([false, true]);
    expect([needs({ cc: [domain] }), needs({ to: [local] })]).toEqual([false, true]);
    expect(needs({ bcc: [local] })).toBe(false);
  });

  it('is marked as automatic where no person is behind it', async () => {
    const automatic = read(await composed({ automatic: 'auto-generated' }));
    expect(valueOf(automatic, 'Auto-Submitted')).toBe('auto-generated');
    expect(valueOf(automatic, 'X-Auto-Response-Suppress')).toBe('All');
    expect(names(read(await composed()))).not.toContain('Auto-Submitted');
  });

  it('has a loop header that tells nothing but a part of its id', async () => {
    expect(valueOf(read(await composed()), 'X-Parley-ID')).toBe('0123456789abcdefghjkmnpqrs');
  });

  it('has its text even if that is empty', async () => {
    expect(structure(read(await composed({ body: bodyOf({ text: '' }), attachments: [pdf] })))).toBe(
      'multipart/mixed[multipart/alternative[text/plain,text/html],application/pdf]',
    );
  });

  it('shows a subject as it was written, encoded or not', async () => {
    const subjects = [
      '=?utf-8?Q?=0D=0ABcc:_x?=',
      'x'.repeat(998),
      'ab '.repeat(300).trim(),
      '😀'.repeat(400),
      'a=b?c "d"',
    ];
    for (const subject of subjects) {
      const mail = await composed({ subject });
      expect(decodedWords(valueOf(read(mail), 'Subject'))).toBe(subject);
      for (const line of mail.split('\r\n')) expect(line.length).toBeLessThanOrEqual(998);
    }
  });

  it.each([
    ['message/rfc822', 'application/octet-stream'],
    ['multipart/mixed; boundary=x', 'application/octet-stream'],
    ['text/html; name=x; charset="iso-8859-1"', 'text/html; charset=iso-8859-1'],
    ['image/svg+xml', 'image/svg+xml'],
    ['not a type', 'application/octet-stream'],
    ['image/png\r\nX-Evil: 1', 'application/octet-stream'],
    ['', 'application/octet-stream'],
  ])('has an attachment of the type %j as %s, in base64', async (contentType, sent) => {
    const content = Buffer.from('From: x\n\n--=_parley\0');
    const part = read(await composed({ attachments: [{ filename: 'a.eml', contentType, content }] }))
      .parts[1];
    expect(valueOf(part as never, 'Content-Type')).toBe(`${sent}; name=a.eml`);
    expect(Buffer.from(part?.body ?? '', 'base64')).toEqual(content);
  });

  it('names attachments safely', async () => {
    const filenames = [
      '../../etc/passwd',
      'invoice\u202Egpj.exe',
      'a\r\nb"c\\d.txt',
      '',
      `${'x'.repeat(300)}.pdf`,
      '=?utf-8?Q?x?=.txt',
    ];
    const { parts } = read(
      await composed({ attachments: filenames.map((filename) => ({ ...pdf, filename })) }),
    );
    expect(parts.slice(1).map((part) => valueOf(part, 'Content-Disposition'))).toEqual([
      'attachment; filename=.._.._etc_passwd',
      'attachment; filename=invoicegpj.exe',
      String.raw`attachment; filename*0*=utf-8''a%20b%22c_d.txt`,
      'attachment; filename=attachment',
      expect.stringMatching(/^attachment;(?: filename\*\d=x{1,50};?){4}$/),
      expect.stringMatching(/^attachment; filename\*0\*=utf-8''%3D%3Futf-8%3FQ%3Fx%3F%3D\.txt$/),
    ]);
  });
});
