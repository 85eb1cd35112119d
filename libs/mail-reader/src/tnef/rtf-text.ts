import { decodeText } from '../text/charsets.ts';
import { charsetOfCodePage } from './code-pages.ts';

export interface RtfContent {
  /** The content is HTML that was put into RTF (MS-OXRTFEX), else text. */
  readonly isHtml: boolean;
  readonly text: string;
}

/** Groups without text of the document. */
const SKIPPED = new Set([
  ...['fonttbl', 'colortbl', 'stylesheet', 'info', 'pict', 'object', 'header', 'footer', 'headerl', 'headerr', 'footerl', 'footerr'],
  ...['listtable', 'listoverridetable', 'generator', 'themedata', 'datastore', 'filetbl', 'revtbl', 'fldinst'],
]); // oxfmt-ignore
const CHARACTERS: Readonly<Record<string, string>> = {
  ...{ par: '\n', line: '\n', sect: '\n', page: '\n', row: '\n', tab: '\t', cell: '\t' },
  ...{
    emdash: '—',
    endash: '–',
    bullet: '•',
    lquote: '‘',
    rquote: '’',
    ldblquote: '“',
    rdblquote: '”',
    emspace: ' ',
    enspace: ' ',
  },
};
const SYMBOLS: Readonly<Record<string, string>> = {
  '~': '\u00A0',
  _: '‑',
  '-': '',
  '\n': '\n',
  '\r': '\n',
  '{': '{',
  '}': '}',
  '\\': '\\',
};
/** A control word with its number, a byte, a symbol, a brace, or other text. Line ends are nothing. */
const TOKEN = /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([\da-f]{2})|\\([^a-z])|([{}])|([^\\{}\r\n]+)/gi;
const DEPTH_MAX = 1_000;

interface Group {
  readonly isSkipped: boolean;
  /** Characters after `\u` that repeat it for programs that do not know it. */
  readonly skip: number;
  /** A tag of HTML, whose text is not that of the document. */
  readonly isTag: boolean;
}

/** The text of an RTF document, or the HTML that it encloses. */
export function rtfContent(rtf: Buffer): RtfContent {
  const reader = new RtfReader();
  for (const match of rtf.toString('latin1').matchAll(TOKEN)) reader.take(match);
  return { isHtml: reader.isHtml, text: reader.end() };
}

class RtfReader {
  isHtml = false;
  private readonly pieces: string[] = [];
  private readonly groups: Group[] = [];
  private group: Group = { isSkipped: false, skip: 1, isTag: false };
  private charset = 'windows-1252';
  private bytes: number[] = [];
  private isIgnorable = false;
  private isRtfOnly = false;
  private toSkip = 0;

  take([, word, number, hex, symbol, brace, text]: RegExpExecArray): void {
    if (hex !== undefined) this.byte(Number.parseInt(hex, 16));
    else if (word !== undefined) this.word(word.toLowerCase(), number);
    else if (brace !== undefined) this.brace(brace);
    else if (symbol === '*') this.isIgnorable = true;
    else if (symbol !== undefined) this.text(SYMBOLS[symbol] ?? '');
    else if (text !== undefined) this.text(this.unskipped(text));
  }

  end(): string {
    this.flush();
    return this.pieces.join('');
  }

  private word(word: string, number: string | undefined): void {
    const isIgnorable = this.isIgnorable;
    this.isIgnorable = false;
    if (word === 'u') this.unicode(Number(number ?? '0'));
    else if (word === 'uc') this.group = { ...this.group, skip: Number(number ?? '1') };
    else if (word === 'ansicpg') this.charset = charsetOfCodePage(Number(number));
    else if (word === 'fromhtml') this.isHtml = number !== '0';
    else if (word === 'htmlrtf') this.isRtfOnly = number !== '0';
    else if (word === 'htmltag') this.group = { ...this.group, isTag: true, isSkipped: false };
    else if (SKIPPED.has(word) || isIgnorable) this.group = { ...this.group, isSkipped: true };
    else this.text(CHARACTERS[word] ?? '');
  }

  private brace(brace: string): void {
    this.flush();
    this.isIgnorable = false;
    this.toSkip = 0;
    if (brace === '{') {
      if (this.groups.length < DEPTH_MAX) this.groups.push(this.group);
    } else this.group = this.groups.pop() ?? this.group;
  }

  private unicode(code: number): void {
    this.text(String.fromCharCode(code & 0xffff));
    this.toSkip = this.group.skip;
  }

  private byte(byte: number): void {
    if (this.toSkip > 0) this.toSkip -= 1;
    else if (this.isShown) this.bytes.push(byte);
  }

  /** The text without the characters that stand for one that came before. */
  private unskipped(text: string): string {
    const count = Math.min(this.toSkip, text.length);
    this.toSkip -= count;
    return text.slice(count);
  }

  private text(text: string): void {
    if (text === '' || !this.isShown) return;
    this.flush();
    this.pieces.push(text);
  }

  private get isShown(): boolean {
    if (this.group.isSkipped) return false;
    return this.group.isTag ? this.isHtml : !(this.isHtml && this.isRtfOnly);
  }

  /** Bytes that follow each other are decoded together, as two may be one character. */
  private flush(): void {
    if (this.bytes.length === 0) return;
    this.pieces.push(decodeText(Buffer.from(this.bytes), this.charset));
    this.bytes = [];
  }
}
