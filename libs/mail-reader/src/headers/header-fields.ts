import { decodeHeaderBytes } from '../text/charsets.ts';
import type { HeaderField } from '../read-mail.ts';

/** A line of a head as it came: every character is a byte, and its folding is in it. */
export interface HeaderLine {
  readonly line: string;
}

const NAME = /^([!-9;-~]{1,200})[ \t]*:/;

/**
 * The fields of a head (RFC 5322 section 2.2). Lines that are none are left out. Raw bytes beyond ASCII are read as `charset`, that of
 * the body, where they are not UTF-8.
 */
export function headerFields(lines: readonly HeaderLine[], charset: string | null = null): HeaderField[] {
  return lines.flatMap(({ line }) => {
    const [start = '', name] = NAME.exec(line) ?? [];
    if (name === undefined) return [];
    return [{ name: name.toLowerCase(), value: valueOf(line.slice(start.length), charset) }];
  });
}

/** The lines of a head that is not split yet, with folded ones in one piece. */
export function headerLines(head: string): HeaderLine[] {
  const lines: { line: string }[] = [];
  for (const line of head.split(/\r?\n/)) {
    const last = lines.at(-1);
    if (/^[ \t]/.test(line) && last !== undefined) last.line += `\n${line}`;
    else lines.push({ line });
  }
  return lines;
}

/** The value of the first field of this name; the empty text without one. */
export function firstValue(fields: readonly HeaderField[], name: string): string {
  return fields.find((field) => field.name === name)?.value ?? '';
}

export function allValues(fields: readonly HeaderField[], name: string): string[] {
  return fields.filter((field) => field.name === name).map(({ value }) => value);
}

function valueOf(raw: string, charset: string | null): string {
  const unfolded = raw.replaceAll(/[\r\n]+/g, '').replaceAll('\0', '');
  // oxlint-disable-next-line no-control-regex -- all of ASCII, with ESC, by which ISO-2022-JP begins
  const isAscii = /^[\x01-\x1A\x1C-\x7F]*$/.test(unfolded);
  const text = isAscii ? unfolded : decodeHeaderBytes(Buffer.from(unfolded, 'latin1'), charset);
  return text.replaceAll(/\p{Cs}/gu, '').trim();
}
