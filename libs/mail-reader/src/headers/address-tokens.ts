/** A piece of an address list (RFC 5322 section 3.2): quoted strings, comments and brackets by their content. */
export interface Token {
  readonly kind: 'atom' | 'quoted' | 'comment' | 'angle' | 'special';
  readonly text: string;
  /** Blanks are before it. */
  readonly isSpaced: boolean;
}

/** The pieces of a list. Each is looked for once: a quote, parenthesis or bracket that nothing closes makes the next ones characters, too. */
export function* addressTokens(value: string): Generator<Token> {
  const scanner = new Scanner(value);
  for (;;) {
    const isSpaced = scanner.skipBlanks();
    const token = scanner.next();
    if (token === null) return;
    yield { ...token, isSpaced };
  }
}

type Piece = Omit<Token, 'isSpaced'>;

class Scanner {
  private at = 0;
  private readonly unclosed = new Set<string>();

  constructor(private readonly value: string) {}

  skipBlanks(): boolean {
    const start = this.at;
    while (/\s/.test(this.value[this.at] ?? '')) this.at += 1;
    return this.at > start;
  }

  next(): Piece | null {
    const first = this.value[this.at];
    if (first === undefined) return null;
    if (first === ',' || first === ';' || first === ':') {
      this.at += 1;
      return { kind: 'special', text: first };
    }
    if (first === '"') return this.enclosed('quoted', '"') ?? this.atom();
    if (first === '(') return this.comment() ?? this.atom();
    if (first === '<') return this.enclosed('angle', '>') ?? this.openAngle();
    return this.atom();
  }

  private atom(): Piece {
    const start = this.at;
    this.at += 1;
    while (!/[\s,;:"(<]/.test(this.value[this.at] ?? ' ')) this.at += 1;
    return { kind: 'atom', text: this.value.slice(start, this.at) };
  }

  private enclosed(kind: 'quoted' | 'angle', close: string): Piece | null {
    if (this.unclosed.has(close)) return null;
    let text = '';
    for (let at = this.at + 1; at < this.value.length; at += 1) {
      const one = this.value[at] ?? '';
      if (one === '\\' && kind === 'quoted') {
        at += 1;
        text += this.value[at] ?? '';
      } else if (one === close) {
        this.at = at + 1;
        // Brackets within brackets, as some programs write them.
        while (kind === 'angle' && this.value[this.at] === '>') this.at += 1;
        return { kind, text };
      } else if (one !== '<' || kind === 'quoted') text += one;
    }
    this.unclosed.add(close);
    return null;
  }

  /** A bracket that nothing closes: up to the next comma. */
  private openAngle(): Piece {
    const start = this.at + 1;
    const comma = this.value.indexOf(',', start);
    this.at = comma < 0 ? this.value.length : comma;
    return { kind: 'angle', text: this.value.slice(start, this.at) };
  }

  /** A comment, with others in it. */
  private comment(): Piece | null {
    if (this.unclosed.has(')')) return null;
    let depth = 0;
    for (let at = this.at; at < this.value.length; at += 1) {
      const one = this.value[at];
      if (one === '\\') at += 1;
      else if (one === '(') depth += 1;
      else if (one === ')') depth -= 1;
      if (depth === 0) {
        const text = this.value.slice(this.at + 1, at).replaceAll(/\\(.)/g, '$1');
        this.at = at + 1;
        return { kind: 'comment', text };
      }
    }
    this.unclosed.add(')');
    return null;
  }
}
