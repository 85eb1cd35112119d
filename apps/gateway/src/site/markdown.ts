import { Marked, type Token, type Tokens } from 'marked';

export interface RenderedMarkdown {
  title: string;
  /** The page as HTML, without the first heading. */
  html: string;
  /** Those that follow the first one. */
  headings: readonly { id: string; text: string; depth: number }[];
}

/** Samples by language, by the block of commands that does the same. */
export type Samples = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What the languages of samples are called, in the order of their tabs. */
export const LANGUAGES = { sh: 'curl', js: 'Node.js', python: 'Python', ruby: 'Ruby', php: 'PHP' } as const;

/**
 * Renders a trusted page, HTML included. `resolveLink`: the address of a relative link, or `null` to show its text alone. Code blocks
 * in several languages that follow each other become tabs, and commands that have `samples`.
 */
export function renderMarkdown(
  text: string,
  resolveLink: (href: string) => string | null,
  samples: Samples = {},
): RenderedMarkdown {
  const headings: RenderedMarkdown['headings'][number][] = [];
  const slugs = new Slugs();
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth }) {
        const plain = plainText(tokens);
        const heading = { id: slugs.of(plain), text: plain, depth };
        headings.push(heading);
        if (depth === 1) return '';
        const content = this.parser.parseInline(tokens);
        return `<h${depth} id="${heading.id}">${content} <a class="anchor" href="#${heading.id}" aria-label="Link to ${escapeText(plain)}">#</a></h${depth}>\n`;
      },
      link({ href, tokens }) {
        const content = this.parser.parseInline(tokens);
        const target = /^(?:[a-z]+:|#)/.test(href) ? href : resolveLink(href);
        return target === null ? content : `<a href="${escapeText(target)}">${content}</a>`;
      },
      code(token) {
        const { text: code, lang = '' } = token;
        const forms = groups.get(token) ?? [
          [lang, code],
          ...(lang === 'sh' ? Object.entries(samples[code] ?? {}) : []),
        ];
        const blocks = forms.map(([language, one]) => codeBlock(language, one)).join('');
        return forms.length > 1 ? `<div class="samples">${tabs(forms)}${blocks}</div>\n` : blocks;
      },
      table(token) {
        const row = (cells: Tokens.TableCell[], tag: 'th' | 'td') =>
          `<tr>${cells.map(({ tokens }) => cell(tag, this.parser.parseInline(tokens))).join('')}</tr>`;
        const body = token.rows.map((cells) => row(cells, 'td')).join('\n');
        return `<div class="table" tabindex="0"><table><thead>${row(token.header, 'th')}</thead><tbody>${body}</tbody></table></div>\n`;
      },
    },
  });
  const { tokens, groups } = grouped(marked.lexer(text));
  const html = marked.parser(tokens);
  const [title, ...others] = headings;
  return { title: title?.text ?? '', html, headings: others };
}

export function linksOf(text: string): readonly { href: string; text: string }[] {
  const marked = new Marked();
  const links: { href: string; text: string }[] = [];
  void marked.walkTokens(marked.lexer(text), (token) => {
    if (token.type === 'link')
      links.push({ href: String(token['href']), text: plainText(token.tokens ?? []) });
  });
  return links;
}

type Form = readonly [language: string, code: string];

/** The tokens without code blocks that follow one in another language, and all forms of that one. */
function grouped(all: readonly Token[]): { tokens: Token[]; groups: ReadonlyMap<Token, Form[]> } {
  const tokens: Token[] = [];
  const groups = new Map<Token, Form[]>();
  for (const token of all) {
    const last = tokens.findLast(({ type }) => type !== 'space');
    const [form, first] = [formOf(token), last && formOf(last)];
    if (last !== undefined && form !== undefined && first !== undefined)
      groups.set(last, [...(groups.get(last) ?? [first]), form]);
    else tokens.push(token);
  }
  return { tokens, groups };
}

/** The form of a code block in the language of a client library. */
function formOf(token: Token): Form | undefined {
  if (token.type !== 'code') return undefined;
  const { lang = '', text } = token as Tokens.Code;
  return lang !== 'sh' && Object.hasOwn(LANGUAGES, lang) ? [lang, text] : undefined;
}

// What is wider than a phone scrolls by itself, and so has to be reached by the keyboard.
function codeBlock(language: string, code: string): string {
  const attribute = language === '' ? '' : ` data-language="${escapeText(language)}"`;
  return `<pre tabindex="0"${attribute}><code>${escapeText(code)}\n</code></pre>\n`;
}

/** They switch the radio buttons of the page, which keyboards and screen readers use. */
function tabs(forms: readonly Form[]): string {
  const labels = forms.map(
    ([language]) =>
      `<label for="language-${language}">${LANGUAGES[language as keyof typeof LANGUAGES]}</label>`,
  );
  return `<div class="tabs" aria-hidden="true">${labels.join('')}</div>`;
}

function cell(tag: 'th' | 'td', content: string): string {
  // A header cell without text is announced as nothing.
  if (tag === 'th') return content === '' ? '<td></td>' : `<th scope="col">${content}</th>`;
  return `<td>${content}</td>`;
}

function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => ('tokens' in token && token.tokens ? plainText(token.tokens) : textOf(token)))
    .join('');
}

function textOf(token: Token): string {
  return 'text' in token && typeof token.text === 'string' ? token.text : '';
}

/** Anchors as code hosts make them, so that a link works in both places. */
class Slugs {
  readonly #used = new Map<string, number>();

  of(text: string): string {
    const slug = text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-');
    const count = this.#used.get(slug) ?? 0;
    this.#used.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  }
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
