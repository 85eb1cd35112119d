import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { HTML_NESTING_MAX } from '../html-size.ts';
import { textOf } from '../html-text.ts';
import { QUOTE_ATTRIBUTE } from './marked-html.ts';
import { lettersOf } from './quote-line.ts';
import { type SplitMail, splitQuote } from './split-quote.ts';

const DATA = new URL('../../test-data/', import.meta.url);

const read = (path: string) => readFileSync(new URL(path, DATA), 'utf8').replaceAll('\r\n', '\n');
const expected = <T>(folder: string) =>
  Object.entries(JSON.parse(read(`${folder}/expected.json`)) as Record<string, T>);

/** The split of a mail that is only text or only HTML. */
function split(name: string, content: string): SplitMail {
  if (!name.endsWith('.html')) return splitQuote({ text: content, html: null });
  return splitQuote({ text: textOf(content), html: content });
}

const linesOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '');

/** Whether the lines are in the text, in their order. */
function areWithin(lines: readonly string[], text: readonly string[]): boolean {
  let at = 0;
  for (const line of text) if (line === lines[at]) at += 1;
  return at === lines.length;
}

function expectNothingLost(text: string, html: string | null, { body, quotedBody, html: marked }: SplitMail) {
  const parts = [body, quotedBody ?? ''].map(linesOf);
  expect(parts.flat().toSorted()).toEqual(linesOf(text).toSorted());
  for (const part of parts) expect(areWithin(part, linesOf(text))).toBe(true);
  expect(html === null ? null : lettersOf(textOf(marked ?? ''))).toBe(
    html === null ? null : lettersOf(textOf(html)),
  );
}

describe('a reply of a mail program', () => {
  const replies = expected<{ quoted: string | null; below?: string }>('replies');

  it('has a fixture for each that is expected', () => {
    const files = readdirSync(new URL('replies/', DATA)).filter((name) => name !== 'expected.json');
    expect(replies.map(([name]) => name)).toEqual(files.toSorted());
  });

  it.each(replies)('is split where its quotation begins: %s', (name, { quoted, below }) => {
    const content = read(`replies/${name}`);
    const result = split(name, content);
    expect(result.quotedBody === null ? null : result.quotedBody.startsWith(quoted ?? '-')).toBe(
      quoted === null ? null : true,
    );
    if (quoted === null) expect(result).toEqual(expect.objectContaining({ quotedBody: null }));
    else expect(result.body).not.toMatch(/order is on its way|Hello Dana/);
    if (below !== undefined) {
      expect(result.body).toContain(below);
      expect(result.quotedBody).not.toContain(below);
    }
    expectNothingLost(
      name.endsWith('.html') ? textOf(content) : content,
      name.endsWith('.html') ? content : null,
      result,
    );
    expect(result.html?.includes(QUOTE_ATTRIBUTE) ?? false).toBe(name.endsWith('.html') && quoted !== null);
  });

  it.each(
    ['email-reply-parser', 'email-reply-trimmer'].flatMap((folder) =>
      expected<{ quoted: string | null; exception?: string }>(folder).map(
        ([name, { quoted, exception = 'expected there' }]) => [folder, name, exception, quoted] as const,
      ),
    ),
  )(
    'is split as another library expects, or for a reason not: %s/%s (%s)',
    (folder, name, _reason, quoted) => {
      const text = read(`${folder}/${name}`);
      const result = split(name, text);
      expect(result.quotedBody?.split('\n')[0]?.trim() ?? null).toBe(quoted);
      expectNothingLost(text, null, result);
    },
  );

  it.each(expected<{ body: string }>('talon'))('is split as talon expects: %s', (name, { body }) => {
    const html = read(`talon/${name}`);
    const result = split(name, html);
    expect(result.body).toBe(body);
    expect(result.html).toContain(QUOTE_ATTRIBUTE);
    expectNothingLost(textOf(html), html, result);
  });
});

describe('an attribution', () => {
  it.each([
    'On Mon, Nov 3, 2025 at 10:12\u202fAM Acme <a@acme.example> wrote:',
    'On 3 Nov 2025, at 10:12, Acme Support wrote:',
    'On 2025-11-03 10:12, Acme wrote:',
    'Acme Support <a@acme.example> wrote:',
    'Am 3. November 2025 um 10:12 schrieb Acme <a@acme.example>:',
    'Acme <a@acme.example> schrieb am Mo., 3. Nov. 2025, 10:12:',
    'Am 03.11.2025 um 10:12 hat Acme geschrieben:',
    'Le lun. 3 nov. 2025 à 10:12, Acme <a@acme.example> a écrit :',
    'El lun, 3 nov 2025 a las 10:12, Acme (<a@acme.example>) escribió:',
    'Il giorno lun 3 nov 2025 alle ore 10:12 Acme <a@acme.example> ha scritto:',
    'Em seg., 3 de nov. de 2025 às 10:12, Acme <a@acme.example> escreveu:',
    'Op ma 3 nov 2025 om 10:12 schreef Acme <a@acme.example>:',
    'Op 3 nov. 2025, om 10:12 heeft Acme <a@acme.example> het volgende geschreven:',
    'Den mån 3 nov. 2025 kl 10:12 skrev Acme <a@acme.example>:',
    'Den man. 3. nov. 2025 kl. 10.12 skrev Acme <a@acme.example>:',
    'man. 3. nov. 2025 kl. 10:12 skrev Acme <a@acme.example>:',
    'ma 3. marrask. 2025 klo 10.12 Acme (a@acme.example) kirjoitti:',
    'pon., 3 lis 2025 o 10:12 Acme <a@acme.example> napisał(a):',
    'W dniu 3.11.2025 o 10:12, Acme pisze:',
    'po 3. 11. 2025 v 10:12 odesílatel Acme <a@acme.example> napsal:',
    'po 3. 11. 2025 o 10:12 Acme <a@acme.example> napísal(a):',
    'Acme <a@acme.example> ezt írta (időpont: 2025. nov. 3., H, 10:12):',
    'În lun., 3 nov. 2025 la 10:12, Acme <a@acme.example> a scris:',
    'Acme <a@acme.example>, 3 Kas 2025 Pzt, 10:12 tarihinde şunu yazdı:',
    'пн, 3 нояб. 2025 г. в 10:12, Acme <a@acme.example>:',
    '3 ноября 2025 г., 10:12, Acme <a@acme.example> написал(а):',
    'пн, 3 лист. 2025 р. о 10:12 Acme <a@acme.example> пише:',
    'На пн, 3.11.2025 г. в 10:12 Acme <a@acme.example> написа:',
    'Στις Δευ 3 Νοε 2025 στις 10:12, ο χρήστης Acme <a@acme.example> έγραψε:',
    'Dana pon, 3. stu 2025. u 10:12 Acme <a@acme.example> napisao je:',
    'V pon., 3. nov. 2025 ob 10:12 je oseba Acme <a@acme.example> napisala:',
    '2025-11-03, pr, 10:12 Acme <a@acme.example> rašė:',
    'Vào Th 2, 3 thg 11, 2025 vào lúc 10:12 Acme <a@acme.example> đã viết:',
    'Pada tanggal Sen, 3 Nov 2025 pukul 10.12 Acme <a@acme.example> menulis:',
    'El dl., 3 de nov. 2025, 10:12, Acme <a@acme.example> va escriure:',
    '‫في الاثنين، 3 نوفمبر 2025 في 10:12 ص تمت كتابة ما يلي بواسطة ‪Acme‬‏ <‪a@acme.example‬‏>:‬',
    'Acme <a@acme.example> 于2025年11月3日周一 10:12写道：',
    'Acme <a@acme.example> 於 2025年11月3日 週一 上午10:12寫道：',
    '在 2025年11月3日，10:12，Acme <a@acme.example> 写道：',
    '2025年11月3日(月) 10:12 Acme <a@acme.example>:',
    '2025/11/03 10:12、Acme <a@acme.example>のメール:',
    '2025년 11월 3일 (월) 오전 10:12, Acme <a@acme.example>님이 작성:',
    'เมื่อ จ. 3 พ.ย. 2025 เวลา 10:12 Acme <a@acme.example> เขียนว่า:',
  ])('begins a quotation, with marks and without: %s', (attribution) => {
    for (const quotation of ['> Hello Dana', 'Hello Dana', '\n> Hello Dana', '\nHello Dana\n\nGoodbye']) {
      const quotedBody = `${attribution}\n${quotation}`;
      expect(splitQuote({ text: `Thanks!\n\n${quotedBody}`, html: null })).toEqual({
        body: 'Thanks!',
        quotedBody,
        html: null,
      });
    }
  });

  it.each([
    'On 3 May your colleague wrote:',
    'On the first day they wrote:',
    'At 10:30 the page says:',
    'My address is dana@example.com:',
    'The order of 3 November 2025:',
    'I bought this on 3 May 2024 at 10:30, and your colleague wrote to dana@example.com that:',
  ])('is no sentence that only looks like one: %s', (sentence) => {
    const text = `Hello\n\n${sentence}\n\nThe box was broken.`;
    expect(splitQuote({ text, html: null })).toEqual({ body: text, quotedBody: null, html: null });
  });
});

describe('a mail with text and HTML', () => {
  const html =
    '<div>See <a href="https://example.com/photos">my photos</a>. It is broken.</div><div class="gmail_quote">' +
    '<div class="gmail_attr">Acme a scríobh<br></div><blockquote class="gmail_quote">Is it fine?</blockquote></div>';

  it('is split in its text where its HTML says', () => {
    const text =
      'See my photos <https://example.com/photos>. It is\nbroken.\n\nAcme a scríobh\n\n> Is it fine?';
    expect(splitQuote({ text, html })).toMatchObject({
      body: 'See my photos <https://example.com/photos>. It is\nbroken.',
      quotedBody: 'Acme a scríobh\n\n> Is it fine?',
    });
  });

  it('is split by its text where that is another one', () => {
    const text = 'It is broken, as the photos show.\n\nOn 03/11/2025 10:12, Acme wrote:\n> Fine?';
    expect(splitQuote({ text, html }).quotedBody).toBe('On 03/11/2025 10:12, Acme wrote:\n> Fine?');
    expect(splitQuote({ text: 'Something else', html })).toMatchObject({
      body: 'Something else',
      quotedBody: null,
    });
  });

  it('is whole if its HTML has answers within the quotation', () => {
    const text = 'On 03/11/2025 10:12, Acme wrote:\n> Fine?';
    const answered = '<div>x</div><blockquote type="cite">Fine?</blockquote><div>No</div>';
    expect(splitQuote({ text: `x\n${text}`, html: answered }).quotedBody).toBeNull();
  });

  it('is split by its text if its HTML has none, or is too large to read', () => {
    const text = 'No.\n\nOn 03/11/2025 10:12, Acme wrote:\n> Fine?';
    for (const unread of ['<img src="cid:x">', '', '<b>'.repeat(HTML_NESTING_MAX + 1)])
      expect(splitQuote({ text, html: unread })).toMatchObject({ body: 'No.', html: unread });
  });

  it('has its quotation marked for display', () => {
    expect(
      splitQuote({ text: '', html: html.replace('<div class="gmail_quote">', '<!-- x -->$&') }).html,
    ).toBe(
      '<div>See <a href="https://example.com/photos">my photos</a>. It is broken.</div><div data-parley-quote="">' +
        '<div class="gmail_quote"><div class="gmail_attr">Acme a scríobh<br></div>' +
        '<blockquote class="gmail_quote">Is it fine?</blockquote></div></div>',
    );
  });

  it('has it marked in each element that it reaches into', () => {
    const nested =
      '<div><p>No.</p><p>Acme &lt;a@acme.example&gt; wrote:</p></div><blockquote>Fine?</blockquote>';
    expect(splitQuote({ text: textOf(nested), html: nested }).html).toBe(
      '<div><p>No.</p><div data-parley-quote=""><p>Acme &lt;a@acme.example&gt; wrote:</p></div></div>' +
        '<div data-parley-quote=""><blockquote>Fine?</blockquote></div>',
    );
  });

  it('is not split if its subject says that it forwards another', () => {
    const text =
      'Please see below.\n\nFrom: A <a@acme.example>\nSent: 3 November 2025 10:12\nTo: Dana\n\nHello';
    expect(splitQuote({ text, html: null, subject: 'FW: Order' }).quotedBody).toBeNull();
    expect(splitQuote({ text, html: null, subject: 'RE: FW: Order' }).body).toBe('Please see below.');
  });
});

describe('a mail of any content', () => {
  const line = fc.oneof(
    fc.constantFrom(
      ...['', ' ', '>', '> >', '>:', '--', '-- ', '____', '* * *', 'On 3 Nov 2025, at 10:12, A <a@b.example> wrote:', 'wrote:', 'From: A <a@b.example>'],
      ...['Sent: 3 Nov 2025 10:12', 'To: B', 'Subject: C', 'Am 3.11.2025 um 10:12 schrieb A <', 'a@b.example>:', '-----Original Message-----'],
      ...['---------- Forwarded message ---------', 'Begin forwarded message:', '> quoted', '>> more', '\r', '\t>', 'Von:', '发件人：x', '😀', '\u202b'],
    ), // oxfmt-ignore
    fc.string({ unit: 'binary', maxLength: 12 }).map((text) => text.replaceAll('\n', '')),
    fc.nat(99).map((word) => `word${word}`),
  );
  const tag = fc.constantFrom(
    ...['div', 'p', 'blockquote', 'blockquote type=cite', 'blockquote class=gmail_quote', 'div class=gmail_quote', 'div id=divRplyFwdMsg', 'div id=appendonsend'],
    ...['div class=moz-cite-prefix', 'div class=yahoo_quoted', 'pre class=moz-signature', 'div class=moz-forward-container', 'table', 'tr', 'td', 'ul', 'li', 'pre', 'b'],
  ); // oxfmt-ignore
  const piece = fc.oneof(
    fc.nat(99).map((word) => ` word${word} `),
    line.map((text) => `${text.replaceAll(/[<>&]/g, '')}\n`),
    tag.map((name) => `<${name}>`),
    tag.map((name) => `</${name.split(' ')[0] ?? ''}>`),
    fc.constantFrom('<br>', '<hr>', 'A &lt;a@b.example&gt; wrote:<br>', '<img alt=picture>', '<a href=mailto:a@b.example>A</a>'),
  ); // oxfmt-ignore

  it('loses nothing of its text', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        const text = lines.join('\n');
        expectNothingLost(text, null, splitQuote({ text, html: null }));
      }),
      { numRuns: 400, seed: 65 },
    );
  });

  it('loses nothing of its HTML', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const html = pieces.join('');
        const text = textOf(html);
        expectNothingLost(text, html, splitQuote({ text, html }));
      }),
      { numRuns: 400, seed: 65 },
    );
  });

  it('loses nothing if its text is not that of its HTML', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), fc.array(piece, { maxLength: 20 }), (lines, pieces) => {
        const [text, html] = [lines.join('\n'), pieces.join('')];
        expectNothingLost(text, html, splitQuote({ text, html }));
      }),
      { seed: 65 },
    );
  });
});
