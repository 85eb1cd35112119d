import { headerText } from '@parley/mail-text';
import { ADDRESS_MAX, ADDRESSES_MAX, NAME_MAX } from '../limits.ts';
import type { ReadAddress } from '../read-mail.ts';
import { addressTokens, type Token } from './address-tokens.ts';
import { decodeWords } from './encoded-words.ts';

export interface AddressList {
  readonly addresses: readonly ReadAddress[];
  /** There are more than 500. */
  readonly isTruncated: boolean;
}

/**
 * The addresses of a list (RFC 5322 section 3.4), of which programs write many forms: names with commas that are not quoted, semicolons
 * between them, comments as names. Encoded words are decoded in names alone, after the list was taken apart, so that none makes an
 * address.
 */
export function addressList(value: string): AddressList {
  const reader = new AddressReader();
  for (const token of addressTokens(value)) {
    if (reader.addresses.length > ADDRESSES_MAX) break;
    reader.take(token);
  }
  reader.end();
  const { addresses } = reader;
  return { addresses: addresses.slice(0, ADDRESSES_MAX), isTruncated: addresses.length > ADDRESSES_MAX };
}

/** Words of one name or address that are looked at. */
const TOKENS_MAX = 500;

class AddressReader {
  readonly addresses: ReadAddress[] = [];
  private tokens: Token[] = [];
  private group: string | null = null;
  /** The place of the first member of the group. */
  private groupStart = 0;
  /** Text before a comma that was no address, and is the beginning of the next name then: `Doe, Dana <dana@…>`. */
  private pending = '';

  take(token: Token): void {
    if (token.kind !== 'special') this.add(token);
    else if (token.text === ':') this.openGroup();
    else {
      this.flush();
      if (token.text === ';') this.closeGroup();
    }
  }

  end(): void {
    this.flush();
    // A group that nothing closes is none: its name is a part of a name, with a colon that is not quoted.
    if (this.group === null) return;
    for (let at = this.groupStart; at < this.addresses.length; at += 1) {
      const one = this.addresses[at];
      if (one === undefined) continue;
      const name = at === this.groupStart ? nameOf(`${this.group}: ${one.name ?? ''}`) : one.name;
      this.addresses[at] = { ...one, name, group: null };
    }
  }

  private add(token: Token): void {
    if (this.tokens.length < TOKENS_MAX || token.kind === 'angle') this.tokens.push(token);
  }

  private openGroup(): void {
    const name = this.group === null ? phrase(this.tokens) : '';
    if (this.group !== null || name.includes('@') || name.toLowerCase() === 'mailto') {
      this.add({ kind: 'atom', text: ':', isSpaced: false });
      return;
    }
    this.group = nameOf(decodeWords(name)) ?? '';
    this.groupStart = this.addresses.length;
    this.tokens = [];
    this.pending = '';
  }

  private closeGroup(): void {
    this.group = null;
    this.pending = '';
  }

  private flush(): void {
    const { tokens } = this;
    this.tokens = [];
    if (tokens.length === 0) return;
    const angle = tokens.find(({ kind }) => kind === 'angle');
    const found = angle === undefined ? bare(tokens) : { address: routed(angle.text), name: phrase(tokens) };
    const address = found.address === null ? null : normalAddress(found.address, angle !== undefined);
    if (address === null) {
      const text = phrase(tokens);
      const isName = angle === undefined && text !== '' && this.pending.length < NAME_MAX;
      this.pending = isName ? `${this.pending}${text}, ` : '';
      return;
    }
    const written = angle === undefined ? found.name : `${this.pending}${found.name}`;
    const comment = tokens.find(({ kind }) => kind === 'comment')?.text ?? '';
    this.pending = '';
    this.addresses.push({
      name: nameOf(decodeWords(written === '' ? comment : written)),
      address,
      group: this.group,
    });
  }
}

/** The words before the brackets: quoted strings by their content. */
function phrase(tokens: readonly Token[]): string {
  let text = '';
  for (const { kind, text: word, isSpaced } of tokens) {
    if (kind !== 'atom' && kind !== 'quoted') continue;
    text += isSpaced && text !== '' ? ` ${word}` : word;
  }
  return text;
}

/** The address of a list item without brackets: its first word with an `@`, and the words before it as the name. */
function bare(tokens: readonly Token[]): { address: string | null; name: string } {
  // Blanks in quotes are no end of a word.
  let text = '';
  for (const { kind, text: word, isSpaced } of tokens) {
    if (kind !== 'atom' && kind !== 'quoted') continue;
    const raw = kind === 'quoted' ? quoted(word).replaceAll(' ', '\0') : word;
    text += isSpaced && text !== '' ? ` ${raw}` : raw;
  }
  const words = text.replaceAll(/ ?@ ?/g, '@').replaceAll(' . ', '.').split(' ');
  const at = words.findIndex((word) => word.includes('@'));
  if (at < 0) return { address: null, name: '' };
  return {
    address: words[at]?.replaceAll('\0', ' ') ?? null,
    name: words.slice(0, at).join(' ').replaceAll('\0', ' '),
  };
}

/** The content of brackets without a route (RFC 5322 section 4.4). */
function routed(content: string): string {
  const text =
    content.includes('(') && !content.startsWith('"') ? withoutComments(content).trim() : content.trim();
  return text.startsWith('@') ? text.slice(text.indexOf(':') + 1) : text;
}

function withoutComments(text: string): string {
  let depth = 0;
  let rest = '';
  for (const one of text) {
    if (one === '(') depth += 1;
    if (depth === 0) rest += one;
    if (one === ')') depth = Math.max(0, depth - 1);
  }
  return rest;
}

/** The address with its domain in lower case; `null` if it is none. A mailer's own address may have no domain, within brackets. */
function normalAddress(text: string, isBracketed: boolean): string | null {
  // oxlint-disable-next-line no-control-regex -- these are what is removed
  const clean = text.replaceAll(/[\0-\x1F\x7F]|\p{Cs}/gu, '').replace(/^mailto:/i, '');
  const address = clean.startsWith('"') ? clean.trim() : clean.replaceAll(/\s+/g, '');
  const at = address.lastIndexOf('@');
  if (address === '' || address.length > ADDRESS_MAX) return null;
  if (at < 0) return isBracketed ? address : null;
  const domain = address
    .slice(at + 1)
    .replace(/\.$/, '')
    .toLowerCase();
  return at === 0 || domain === '' ? null : `${address.slice(0, at)}@${domain}`;
}

const quoted = (content: string) => `"${content.replaceAll(/["\\]/g, String.raw`\$&`)}"`;

/** A name as people see it, without quotes that only quote it again; `null` if nothing is left of it. */
function nameOf(text: string): string | null {
  // What is longer is not looked at: normalizing 200,000 combining marks takes seconds.
  const name = headerText(text.slice(0, 4 * NAME_MAX), NAME_MAX)
    .replace(/^(["'])(.+)\1$/, '$2')
    .replace(/:$/, '')
    .trim();
  return name === '' ? null : name;
}
