import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { HTML_MAX, HTML_NESTING_MAX } from './html-size.ts';
import { textOf } from './html-text.ts';

describe('the text of HTML', () => {
  it.each([
    ['<p>a</p><p>b</p>', 'a\n\nb'],
    ['<div>a</div><div>b</div>', 'a\nb'],
    ['<div>a</div><div><br></div><div>b</div>', 'a\n\nb'],
    ['a<br>b<br/>\n c', 'a\nb\nc'],
    ['  a \n\t b&nbsp;c <b> d</b>', 'a b c d'],
    ['&lt;b&gt; &amp;amp; &eacute; &#128512;', '<b> &amp; é 😀'],
    ['<h1>Title</h1>text<hr>more', 'Title\n\ntext\n\n---\n\nmore'],
    ['<pre>a\n  b\n\nc</pre>', 'a\n  b\n\nc'],
    ['<ul><li>a<li>b</ul>', '- a\n- b'],
    ['x<ol start="3"><li>a</li><li>b</li></ol>y', 'x\n\n  3. a\n  4. b\n\ny'.replaceAll('  ', '')],
    ['<ul><li>a<ul><li>b<br>c</li></ul></li><li>d</li></ul>', '- a\n  - b\n    c\n- d'],
    ['<ul><li><p>a</p><p>b</p></li></ul>', '- a\n\n  b'],
    ['<blockquote><p>a</p><blockquote>b</blockquote></blockquote>c', '> a\n>\n> > b\n\nc'],
    ['<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td></td><td>3</td></tr></table>', 'a | b\n1 | 3'],
    ['<img alt="Acme logo" src="x"><img src="y">', 'Acme logo'],
    [
      '<head><title>t</title><style>p{}</style><body>a<script>x</script><!-- c --><template>y</template>b',
      'ab',
    ],
    ['<svg><text>x</text></svg>a', 'a'],
    ['<p>unclosed <b>bold <i>both', 'unclosed bold both'],
    ['</p></div></blockquote>a', 'a'],
    ['', ''],
  ])('%j is %j', (html, text) => {
    expect(textOf(html)).toBe(text);
  });

  it.each([
    ['<a href="https://a.example/x">here</a>!', 'here (https://a.example/x)!'],
    ['<a href="https://a.example/">a.example</a>', 'a.example'],
    ['<a href="https://a.example"><b>https://</b>a.example</a>', 'https://a.example'],
    ['<a href="mailto:dana@example.com">dana@example.com</a>', 'dana@example.com'],
    ['<a href="tel:+431">call</a>', 'call (tel:+431)'],
    ['<a href="https://a.example"><img src="x"></a>', 'https://a.example'],
    ['<a href="javascript:x">a</a> <a href="#top">b</a> <a name="c">c</a>', 'a b c'],
  ])('has the URL of a link where the label hides it: %j is %j', (html, text) => {
    expect(textOf(html)).toBe(text);
  });

  it('has every word of the HTML, in its order, for any nesting of tags', () => {
    const tag = fc.constantFrom(
      'p',
      'div',
      'b',
      'ul',
      'ol',
      'li',
      'blockquote',
      'table',
      'tr',
      'td',
      'pre',
      'h2',
      'a',
      'br',
      'hr',
    );
    const piece = fc.oneof(
      fc.nat(999).map((word) => ` w${word} `),
      tag.map((name) => `<${name}>`),
      tag.map((name) => `</${name}>`),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const html = pieces.join('');
        expect(textOf(html).match(/w\d+/g)).toEqual(html.match(/w\d+/g));
      }),
      { numRuns: 1_000 },
    );
  });

  it('is not multiplied by nested quotes and lists', () => {
    const html = '<blockquote><ul><li>'.repeat(HTML_NESTING_MAX / 3) + 'a<br>'.repeat(3_000);
    expect(textOf(html).length).toBeLessThan(3_000 * 64);
  });

  it('takes linear time for a line of many parts', () => {
    for (const html of [
      '&nbsp; '.repeat(140_000),
      '<a href=https://x></a>'.repeat(14_000),
      '<td>x'.repeat(29_000),
      '<b>'.repeat(HTML_NESTING_MAX) + '</x>'.repeat(29_000),
    ])
      expect(textOf(html)).toBeDefined();
  });

  it('is not read from HTML that is too large, or has too many tags within each other', () => {
    for (const html of ['a'.repeat(HTML_MAX + 1), '<b>'.repeat(HTML_NESTING_MAX + 1) + '</x>'.repeat(15_000)])
      expect(() => textOf(html)).toThrow(expect.objectContaining({ code: 'html_too_large' }));
  });
});
