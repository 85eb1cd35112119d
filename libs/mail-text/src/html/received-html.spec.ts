import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { HTML_MAX, HTML_NESTING_MAX, HTML_TAGS_MAX } from '../html-size.ts';
import { activeParts, elementsOf, textIn } from './inert.fixture.ts';
import { type DisplayOptions, sanitizeForDisplay } from './received-html.ts';

const BLOCKED: DisplayOptions = {
  urlOfContentId: (id) => (id === 'logo@acme' ? 'https://files.example/logo?a=1&b=2' : null),
  remote: 'blocked',
};
const ALLOWED: DisplayOptions = { ...BLOCKED, remote: 'allowed' };

/** The HTML as it is shown, which must be inert and the same when it is sanitised again. */
function shown(html: string, options = BLOCKED): string {
  const once = sanitizeForDisplay(html, options);
  expect(sanitizeForDisplay(once.html, options)).toEqual(once);
  if (options === BLOCKED) expect(activeParts(once.html)).toEqual([]);
  return once.html;
}

describe('the HTML of a received mail', () => {
  it.each([
    '<p>Hello <b>you</b>, <em>this</em> is <u>fine</u></p>',
    '<table border="1" cellpadding="4" width="600"><tbody><tr><td colspan="2" align="right" bgcolor="#eeeeee">x</td></tr></tbody></table>',
    '<p style="color:#336699;font-size:14px;font-family:Arial, sans-serif;margin:0 auto">x</p>',
    '<div style="background:#fff;border-top-color:#ccc;float:left;display:inline-block">x</div>',
    '<center><font color="red" face="Arial" size="2">x</font></center>',
    '<p class="MsoNormal">x</p>',
    '<p dir="rtl" lang="ar">مرحبا &amp; 😀</p>',
    '<blockquote>x<br></blockquote><hr size="1">',
    '<ul type="disc"><li value="3">x</li></ul>',
  ])('keeps what formats it: %s', (html) => {
    expect(shown(html)).toBe(html);
  });

  it('keeps the color and the direction of its page', () => {
    expect(
      shown('<html dir="rtl" xmlns="x"><head></head><body style="color:#333" text="#333">x</body></html>'),
    ).toBe('<div dir="rtl"><div style="color:#333">x</div></div>');
    expect(shown('<html><body>x</body></html>')).toBe('<div>x</div>');
  });

  it.each([
    ['script', '<script>alert(1)</script><SCRIPT/src=//x></SCRIPT>a'],
    ['handlers', '<p onclick="x()" ONMOUSEOVER=y id="z" class="z evil">a</p>'],
    ['xmp', '<xmp><img src=x onerror=alert(1)></xmp>a'],
    ['an unclosed xmp', 'a<xmp><p title="</xmp><img src=x onerror=alert(1)>">'],
    ['listing and plaintext', '<listing>&lt;img src=x onerror=alert(1)&gt;</listing>a<plaintext><b onclick=x>'],
    ['style within svg', '<svg><style><img src=x onerror=alert(1)></style></svg>a'],
    ['svg with a script', '<svg onload=alert(1)><script>alert(1)</script><a href="javascript:x"><text>t</text></a></svg>a'],
    ['svg that uses another', '<svg><use href="data:image/svg+xml,<svg id=x onload=alert(1)>#x"/></svg>a'],
    ['math', '<math href="javascript:alert(1)"><mi>x</mi></math>a'],
    ['url() in styles', '<div style="background:url(https://t.example/x);background-image:url(\'x\');list-style:url(x)">a</div>'],
    ['url() behind an escape', '<div style="background:\\75\\72\\6c(https://t.example/x);color:u\\72l(x)">a</div>'],
    ['url() behind a comment', '<div style="background:u/**/rl(x);color:red/*;*/url(x)">a</div>'],
    ['other functions of CSS', '<div style="width:calc(1px);color:var(--x);background:image-set(\'x\' 1x);width:attr(x)">a</div>'],
    ['fixed position', '<div style="position:fixed;top:0;left:0;width:100%;height:100%;z-index:9">a</div>'],
    ['position behind an escape', '<div style="p\\6fsition:fixed;POSITION:absolute;inset:0">a</div>'],
    ['negative margins', '<div style="margin:-9999px 0;margin-left:-1px;transform:scale(9)">a</div>'],
    ['hidden text', '<div style="display:none;visibility:hidden;opacity:0">a</div>'],
    ['expression and bindings', '<div style="width:expression(alert(1));behavior:url(x);-moz-binding:url(x)">a</div>'],
    ['a style that ends its rule', '<p style="color:red}*{background:url(x)}p{color:red">a</p>'],
    ['@import', '<style>@import "https://t.example/x";*{position:fixed}</style><p style="@import url(x);">a</p>'],
    ['style sheets', '<link rel="stylesheet" href="https://t.example/x"><style>a::after{content:url(x)}</style>a'],
    ['meta refresh', '<meta http-equiv="refresh" content="0;url=https://evil.example">a'],
    ['a policy of its own', '<meta http-equiv="Content-Security-Policy" content="img-src *">a'],
    ['base', '<base href="https://evil.example/" target="_top">a'],
    ['forms', '<form action="https://evil.example"><input name=p type=password value=v><textarea>t</textarea><select><option>o</select><button formaction=x>a</button></form>'],
    ['isindex and keygen', '<isindex action="javascript:x" prompt=p><keygen>a'],
    ['frames', '<iframe src="https://x" srcdoc="<script>x</script>">f</iframe><frameset><frame src="javascript:x"></frameset>a'],
    ['objects', '<object data="x"><param name=src value=x></object><embed src="x"><applet code=x></applet>a'],
    ['media', '<video poster="https://t.example/x" src=x autoplay onerror=y><source src=z></video><audio src=x></audio>a'],
    ['maps', '<map name=m><area href="javascript:x" shape=default></map><img usemap="#m" ismap>a'],
    ['a template', '<template><img src=x onerror=alert(1)></template>a'],
    ['a portal and custom elements', '<portal src=x></portal><x-y onclick=z is=w>a</x-y>'],
    ['noscript', '<noscript><p title="</noscript><img src=x onerror=alert(1)>">a</p></noscript>'],
    ['noembed and noframes', '<noembed><img src=x onerror=y></noembed><noframes><img src=x onerror=y></noframes>a'],
    ['a title that ends early', '<title>x</title></head><img src=x onerror=y></title>a'],
    ['textarea that hides a tag', '<textarea><img title="</textarea><img src=x onerror=alert(1)>"></textarea>a'],
    ['comments', 'a<!-- <img src=x onerror=y> --><!--><img src=x onerror=y>--><!---!><img src=y onerror=z>'],
    ['conditional comments', '<!--[if mso]><img src=x onerror=y><![endif]--><![if !mso]>a<![endif]>'],
    ['an unclosed comment', 'a<!-- <img src=x onerror=alert(1)>'],
    ['CDATA', '<![CDATA[<img src=x onerror=y>]]>a<svg><![CDATA[</svg><img src=x onerror=y>]]></svg>'],
    ['processing instructions and doctypes', '<?xml version="1.0"?><!DOCTYPE html SYSTEM "x"><?php <img src=x onerror=y> ?>a'],
    ['unclosed tags', 'a<img src=x onerror=alert(1) <b <i title="'],
    ['an unclosed attribute', 'a<p title="<img src=x onerror=alert(1)>'],
    ['tags without blanks', '<img/src/onerror=alert(1)>a<p/onclick=x/>'],
    ['strange names of attributes', '<p "onclick=x" =y \'z <b=c a`b=d>a</p>'],
    ['two attributes of a name', '<a href="https://ok.example" href="javascript:x" HREF="vbscript:x">a</a>'],
    ['control characters', '<scr\0ipt>x</scr\0ipt><a href="java\0script:x">a</a>'],
    ['entities that become tags', 'a&lt;script&gt;alert(1)&lt;/script&gt;&#60;img src=x onerror=y&#62;'],
  ])('is inert, whatever it contains: %s', (_name, html) => {
    expect(textIn(shown(html))).toContain('a');
    for (const remote of ['blocked', 'allowed'] as const)
      expect(activeParts(sanitizeForDisplay(html, { urlOfContentId: () => null, remote }).html).join()).not.toMatch(
        /<|on\w+=|javascript|data:/i,
      );
  }); // oxfmt-ignore

  it.each([
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
    '<form><math><mtext></form><form><mglyph><svg><mtext><style><path id="</style><img onerror=alert(1) src>">',
    '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
    '<svg><p><style><g title="</style><img src=x onerror=alert(1)>">',
    '<math><annotation-xml encoding="text/html"><style></style><p title="</annotation-xml><img src=x onerror=y>">',
    '<svg><foreignObject><div><svg><title><a title="</title><img src=x onerror=alert(1)>">',
    '<svg><desc><svg><image><a><desc><svg><image></image></svg></desc></a></image><style><a id="</style><img src=x onerror=y>"></a></style></svg></desc></svg>',
    '<table><td><svg><desc><td></desc></svg><style><!--</style><img title="--><img src=x onerror=alert(1)>">',
    '<select><iframe></select><img src=x onerror=alert(1)></iframe>',
    '<a><table><a></table><p></a></p><div><a><div>'.repeat(6),
    '<table><caption><svg><title><table><caption></caption></table></title><style><a id="</style><img src=x onerror=y>">',
    '<p><table><p></table><style><p title="</style><img src=x onerror=y>"></p>',
    '<b><i></b><p></i><td></b><tr><table><b></table></i></p>',
    '<ruby><rtc><rt><math><mi><style></math><img src=x onerror=y></style>',
    '<body><template><s><template><s><img src=x onerror=alert(1)>@shafigullin</s></template></s></template>',
    '<details/open/ontoggle=alert(1)><summary>x</summary><xmp></details><img src=x onerror=y>',
    '<noscript><style></noscript><img src=x onerror=alert(1)></style>',
  ])('is inert when a browser changes its structure: %s', (html) => {
    shown(html);
  });

  it('is inert for any parts in any order', () => {
    const name = fc.constantFrom(
      ...['p', 'a', 'img', 'div', 'td', 'table', 'tr', 'li', 'b', 'form', 'select', 'option', 'details', 'summary', 'body', 'html'],
      ...['script', 'style', 'svg', 'math', 'mtext', 'mglyph', 'foreignObject', 'desc', 'title', 'xmp', 'iframe', 'textarea'],
      ...['noscript', 'noembed', 'noframes', 'plaintext', 'template', 'annotation-xml', 'x-y', 'blockquote', 'h1', 'button'],
    ); // oxfmt-ignore
    const attribute = fc.constantFrom(
      ...[' onerror=x', ' href="javascript:x"', ' href=https://x', " src='https://x'", ' src=cid:logo@acme', ' src="data:text/html,x"'],
      ...[' style="color:red;position:fixed"', ' style="background:url(x)"', ' "', ' =', '/', ' href="', ' data-x=1', ' formaction=x'],
      ...[' data-parley-quote', ' data-parley-src="javascript:x"', ' data-parley-cid=x', ' background=//x', ' class="parley-quote x"'],
      ...[' srcset="//x 2x"', ' title="</style><img onerror=x>"', ' background="javascript:x"', ' target=_top', ' id=x name=y'],
    ); // oxfmt-ignore
    const piece = fc.oneof(
      fc.tuple(name, fc.array(attribute, { maxLength: 3 })).map(([tag, list]) => `<${tag}${list.join('')}>`),
      name.map((tag) => `</${tag}>`),
      fc.constantFrom(
        ...['x', '<', '>', '"', "'", '&', '&lt;', '<!--', '-->', '--!>', '<![CDATA[', ']]>', '\0', '&#0;', '&#13;', '&#x3c;script>'],
        ...['&#133;', '\r', '&amp;lt;', '<?', '</', '<a', '\u2028', '\uD800', '</p', '&#xD800;'],
      ), // oxfmt-ignore
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        shown(pieces.join(''));
        shown(pieces.join(''), ALLOWED);
      }),
      { numRuns: 300, seed: 66 },
    );
  });

  it('has at most 1 MiB, 30,000 tags and 250 of them within each other', () => {
    for (const html of [
      'ü'.repeat(HTML_MAX / 2 + 1),
      '<br>'.repeat(HTML_TAGS_MAX + 1),
      '<b>'.repeat(HTML_NESTING_MAX + 1),
    ])
      expect(() => sanitizeForDisplay(html, BLOCKED)).toThrow(
        expect.objectContaining({ code: 'html_too_large' }),
      );
    expect(shown('<div>'.repeat(HTML_NESTING_MAX) + 'a')).toContain('a');
  });
});

describe('a link of a received mail', () => {
  it.each(['https://a.example/?b=1&amp;c', 'HTTP://a.example', 'mailto:dana@example.com', 'tel:+431'])(
    'opens %s in a window that learns nothing of the mail',
    (href) => {
      expect(shown(`<a href=" ${href}" rel="opener" target="_top" ping="https://x" download>a</a>`)).toBe(
        `<a href="${href}" rel="noopener noreferrer" target="_blank">a</a>`,
      );
    },
  );

  it.each([
    'javascript:alert(1)', 'JaVaScRiPt:x', 'java\tscript:x', '&#106;avascript:x', 'data:text/html,x', 'vbscript:x', '//evil.example',
    '/path', '#top', 'ftp://x', 'https:evil', 'cid:x', 'blob:x', 'file:///etc/passwd', '\u0001javascript:x', 'https://\nx', '',
  ])('is text if it leads to %j', (href) => {
    expect(shown(`<a href="${href}">a</a>`)).toBe('<span>a</span>');
  }); // oxfmt-ignore
});

describe('an image of a received mail', () => {
  it('is a placeholder while it is on another server, and loaded once that is allowed', () => {
    const html = '<img src="http://t.example/a.png" alt="Logo" width="20">';
    const blocked = sanitizeForDisplay(html, BLOCKED);
    expect(blocked).toEqual({
      html: '<img data-parley-src="http://t.example/a.png" alt="Logo" width="20">',
      hasRemoteContent: true,
    });
    const allowed = {
      html: '<img src="http://t.example/a.png" alt="Logo" width="20">',
      hasRemoteContent: true,
    };
    expect(sanitizeForDisplay(html, ALLOWED)).toEqual(allowed);
    expect(sanitizeForDisplay(blocked.html, ALLOWED)).toEqual(allowed);
    expect(sanitizeForDisplay(allowed.html, BLOCKED)).toEqual(blocked);
  });

  it.each([
    ['<img srcset="//t.example/a.png 2x, https://t.example/b.png">', 'https://t.example/a.png'],
    ['<img src=" //t.example/a.png" srcset="https://t.example/b.png 2x">', 'https://t.example/a.png'],
    ['<img SRC=HTTPS://t.example/a.png>', 'HTTPS://t.example/a.png'],
    ['<picture><source srcset="https://t.example/b.webp"><img src="https://t.example/a.png"></picture>', 'https://t.example/a.png'],
  ])('is remote by any attribute: %s', (html, url) => {
    expect(elementsOf(shown(html), 'img')).toEqual([{ 'data-parley-src': url }]);
    expect(elementsOf(shown(html, ALLOWED), 'img')).toEqual([{ src: url }]);
  }); // oxfmt-ignore

  it('is remote as the background of an element', () => {
    const html =
      '<table background="https://t.example/a.png"><tr><td background="//t.example/b.png">x</td></tr></table>';
    expect(sanitizeForDisplay(html, BLOCKED).hasRemoteContent).toBe(true);
    expect(shown(html)).toContain('<table data-parley-background="https://t.example/a.png">');
    expect(shown(html, ALLOWED)).toContain('<td background="https://t.example/b.png">');
    expect(shown('<body background="javascript:x" bgcolor="#fff">x</body>')).toBe(
      '<div bgcolor="#fff">x</div>',
    );
  });

  it('is that of its part if it has a Content-ID', () => {
    const image = { src: 'https://files.example/logo?a=1&b=2', 'data-parley-cid': 'logo@acme', alt: 'Logo' };
    expect(elementsOf(shown('<img src="cid:logo@acme" alt="Logo">'), 'img')).toEqual([image]);
    expect(elementsOf(shown('<img src="CID:logo%40acme">'), 'img')).toEqual([
      { src: image.src, 'data-parley-cid': 'logo%40acme' },
    ]);
    for (const id of ['other', '%', '%E0%A4%A', ''])
      expect(elementsOf(shown(`<img src="cid:${id}">`), 'img')).toEqual([{ 'data-parley-cid': id }]);
    expect(sanitizeForDisplay('<img src="cid:logo@acme">', BLOCKED).hasRemoteContent).toBe(false);
  });

  it('has no URL of another scheme, whatever the part is said to be at', () => {
    const urlOfContentId = () => 'javascript:alert(1)';
    expect(sanitizeForDisplay('<img src="cid:x">', { urlOfContentId, remote: 'blocked' }).html).toBe(
      '<img data-parley-cid="x">',
    );
  });

  it('is kept if it is written into the HTML, unless it is a document', () => {
    expect(shown('<img src="data:image/png;base64,iVBORw0KGgo=">')).toBe('<img src="data:image/png;base64,iVBORw0KGgo=">');
    for (const src of [
      ...['data:image/svg+xml;base64,PHN2Zz4=', 'data:text/html;base64,x', 'data:image/png,<svg>', 'javascript:x'],
      ...['blob:x', 'x.png', '/x.png', ''],
    ])
      expect(shown(`<img src="${src}" alt="x">`)).toBe('<img alt="x">');
  }); // oxfmt-ignore
});

describe('the quotation of a received mail', () => {
  it('is folded without a script', () => {
    expect(shown('<p>a</p><div data-parley-quote=""><blockquote>b</blockquote></div>')).toBe(
      '<p>a</p><details class="parley-quote"><summary>…</summary><blockquote>b</blockquote></details>',
    );
    expect(shown('<div data-parley-quote background="//t.example/x" style="color:red">b</div>')).toBe(
      '<details class="parley-quote"><summary>…</summary>b</details>',
    );
  });
});
