import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { bodyOf, htmlOf } from './body.ts';
import { textOf } from '@parley/mail-text';

describe('the HTML of a plain text', () => {
  it.each([
    ['Hello', '<p>Hello</p>'],
    ['a\nb\n\nc', '<p>a<br>b</p>\n<p>c</p>'],
    ['a\r\nb\r\n \r\n\r\nc', '<p>a<br>b</p>\n<p>c</p>'],
    ['1 < 2 & "3" > 2', '<p>1 &lt; 2 &amp; &quot;3&quot; &gt; 2</p>'],
    ['a  b\n  c', '<p>a&nbsp;&nbsp;b<br>&nbsp;&nbsp;c</p>'],
    ['', ''],
    ['\n\n', ''],
  ])('has paragraphs and line breaks, escaped: %j', (text, html) => {
    expect(htmlOf(text)).toBe(html);
  });

  it.each([
    ['see https://a.example/x?b=1&c=2.', 'https://a.example/x?b=1&amp;c=2'],
    ['(http://a.example/)', 'http://a.example/'],
    ['https://a.example/a_(b)!', 'https://a.example/a_(b)'],
    ['<https://a.example/>', 'https://a.example/'],
  ])('has links: %j', (text, url) => {
    expect(htmlOf(text)).toContain(`<a href="${url}" rel="noopener noreferrer" target="_blank">${url}</a>`);
  });

  it.each(['javascript:alert(1)', 'ftp://a.example/', 'xhttps://a.example', 'a@b.example'])(
    'has no link for %s',
    (text) => {
      expect(htmlOf(text)).toBe(`<p>${text}</p>`);
    },
  );

  it('has the signature in a block of its own', () => {
    expect(htmlOf('Hello\n\n-- \nSam\nAcme')).toBe('<p>Hello</p><div>-- <br>Sam<br>Acme</div>');
  });

  it('reads as the text does', () => {
    const line = fc.stringMatching(/^[ -~ü]{0,20}$/).map((text) => text.trimEnd());
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const text = lines.filter((one) => one !== '--').join('\n');
        expect(textOf(htmlOf(text)).trim()).toBe(text.replaceAll(/\n{2,}/g, '\n\n').trim());
      }),
    );
  });

  it('takes linear time for hostile texts', () => {
    for (const text of ['https://x' + ')'.repeat(500_000), '\n '.repeat(300_000), 'http://'.repeat(100_000)])
      expect(htmlOf(text)).toBeDefined();
  });
});

describe('a body', () => {
  it('has the signature in both forms', () => {
    const { text, html } = bodyOf({ text: 'Hello\r\n', signature: 'Sam <Acme>' });
    expect(text).toBe('Hello\n\n-- \nSam <Acme>');
    expect(html).toBe('<html><body dir="auto"><p>Hello</p><div>-- <br>Sam &lt;Acme&gt;</div></body></html>');
  });

  it('has the HTML of the user, sanitized, beside the text', () => {
    const { text, html } = bodyOf({ text: 'Hello', html: '<p onclick="x">Hello</p><script>x</script>' });
    expect(text).toBe('Hello');
    expect(html).toBe('<html><body dir="auto"><p>Hello</p></body></html>');
  });

  it('has the text of the HTML where no text is given', () => {
    expect(bodyOf({ text: ' ', html: '<p>Hello <b>you</b></p>' }).text).toBe('Hello you');
    expect(bodyOf({ text: 'Hello', html: '  ' }).html).toContain('<p>Hello</p>');
  });

  it('is valid Unicode without control characters', () => {
    expect(bodyOf({ text: 'a\0b\uD800c\u2028d\u007F' }).text).toBe('ab\uFFFDc\nd');
  });
});
