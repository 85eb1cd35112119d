import { describe, expect, it } from '@jest/globals';
import { linksOf, renderMarkdown } from './markdown.ts';

const render = (text: string) => renderMarkdown(text, (href) => (href === 'known.md' ? '/known' : null));

describe('a page', () => {
  it('has its first heading as title, and anchors like those of code hosts', () => {
    const { title, headings, html } = render(
      '# Guide\n\n## Set `x` & *go*!\n\n### rate_limit_exceeded\n\n## Again\n\n## Again\n',
    );
    expect(title).toBe('Guide');
    expect(headings.map(({ id }) => id)).toEqual(['set-x--go', 'rate_limit_exceeded', 'again', 'again-1']);
    expect(html).toContain('<h3 id="rate_limit_exceeded">rate_limit_exceeded <a class="anchor"');
    expect(html).not.toContain('<h1');
  });

  it('links to what is served, and shows the text of other relative links', () => {
    const { html } = render('[a](known.md) [b](../code.ts) [c](https://example.com/?a&b) [d](#here)');
    expect(html).toBe(
      '<p><a href="/known">a</a> b <a href="https://example.com/?a&amp;b">c</a> <a href="#here">d</a></p>\n',
    );
  });

  it('shows code and tables that a keyboard can scroll', () => {
    const { html } = render('```sh\ncurl "<url>"\n```\n\n| a | b |\n|---|---|\n| `x` | 1 |\n');
    expect(html).toContain(
      '<pre tabindex="0" data-language="sh"><code>curl &quot;&lt;url>&quot;\n</code></pre>',
    );
    expect(html).toContain('<div class="table" tabindex="0"><table><thead><tr><th scope="col">a</th>');
    expect(html).toContain('<td><code>x</code></td>');
  });
});

describe('code in several languages', () => {
  const shown = ({ html }: { html: string }) =>
    [...html.matchAll(/(class="samples"|for="language-\w+">[^<]+|data-language="\w+")/g)].map(
      ([part]) => part,
    );
  const block = (language: string) => `\`\`\`${language}\nhere\n\`\`\`\n`;

  it('is in tabs where commands have samples', () => {
    const rendered = renderMarkdown(block('sh'), () => null, { here: { js: 'a < b', php: '$a' } });
    expect(shown(rendered)).toEqual([
      'class="samples"',
      'for="language-sh">curl',
      'for="language-js">Node.js',
      'for="language-php">PHP',
      'data-language="sh"',
      'data-language="js"',
      'data-language="php"',
    ]);
    expect(rendered.html).toContain('<code>a &lt; b\n</code>');
  });

  it('is in tabs where blocks follow each other', () => {
    const follow = `${block('js')}\n${block('python')}`;
    expect(shown(render(follow))).toEqual([
      'class="samples"',
      'for="language-js">Node.js',
      'for="language-python">Python',
      'data-language="js"',
      'data-language="python"',
    ]);
    expect(shown(render(`${block('js')}Text\n\n${block('python')}`))).not.toContain('class="samples"');
    expect(shown(render(`${block('js')}\n${block('sh')}`))).not.toContain('class="samples"');
  });
});

it('the links of an index are read in their order', () => {
  expect(linksOf('# Guides\n\n- [One](one.md): first\n- [Two *more*](two.md)\n')).toEqual([
    { href: 'one.md', text: 'One' },
    { href: 'two.md', text: 'Two more' },
  ]);
});
