import iconv from 'iconv-lite';
import { mostlyUtf8Text, utf8Text } from './utf8.ts';

/**
 * Labels that are read as windows-1252, as WHATWG's Encoding Standard says: programs that name them send its quotation marks. The
 * `TextDecoder` of Node 20 reads these as control characters (nodejs/node#56542).
 */
const WINDOWS_1252 =
  /^(?:iso_?-?8859-?1(?::1987)?|(?:cs_?iso)?latin-?1|l1|iso-ir-100|cp-?(?:819|1252)|(?:x-)?(?:windows-?|win-?)?1252|ansi)$/;
/** Labels of seven bits. A byte of eight is an error in them. */
const ASCII = /^(?:(?:cs)?(?:us-?)?ascii|ansi_x3\.4-19\d\d|iso-?646-us|7-?bit)$/;
const UTF_8 = /^(?:(?:x-)?unicode-?(?:1-1|2-0)-?)?utf-?8(?:-?mac)?$/;
const ISO_2022_JP = /^(?:cs)?iso-?2022-?jp(?:-?[123]|-?ms|-?ext|-2004)?$|^jis$/;
const ISO_2022_KR = /^(?:cs)?iso-?2022-?kr$/;
const HZ = /^hz(?:-gb-?2312)?$/;
/** Encodings that are no charsets; and UTF-7, which hides markup from what looks for it. */
const REFUSED = /utf-?7|^(?:base64|hex|binary|internal)$/;
const WIDE = /^(?:x-)?(?:utf-?(?:16|32)|ucs-?[24])/;
const ALIASES: Readonly<Record<string, string>> = {
  'x-mac-roman': 'macintosh',
  'x-mac-cyrillic': 'maccyrillic',
  'iso-8859-8-e': 'iso-8859-8',
  'x-gbk': 'gbk',
  'x-big5': 'big5',
  'x-euc-jp': 'euc-jp',
  shift_jisx0213: 'shift_jis',
  'gb_2312-80': 'gbk',
};

/**
 * The text of bytes: in the declared charset if they are valid in it, else in UTF-8 if they are, else in windows-1252, in which
 * everything is. A mark of the byte order at the beginning decides before all of these.
 */
export function decodeText(bytes: Uint8Array, label: string | null): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const marked = markedText(buffer);
  if (marked !== null) return marked;
  const declared = label === null ? null : declaredText(buffer, normalLabel(label));
  return declared ?? undeclaredText(buffer);
}

/** Raw 8-bit text of a header (RFC 6532 makes it UTF-8): in UTF-8 if it is valid, else as {@link decodeText}. */
export function decodeHeaderBytes(bytes: Uint8Array, label: string | null): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return utf8Text(buffer) === null ? decodeText(buffer, label) : undeclaredText(buffer);
}

/** The charset that the `meta` of an HTML text declares (WHATWG HTML section 13.2.3.2 looks at the first 1,024 bytes of it, too). */
export function metaCharset(html: Uint8Array): string | null {
  const head = Buffer.from(html.buffer, html.byteOffset, Math.min(html.byteLength, 4_096)).toString('latin1');
  for (const [tag] of head.matchAll(/<meta\s[^>]*>/gi)) {
    const [, charset] = /charset\s?=\s?["']?\s?([\w.:-]{1,40})/i.exec(tag) ?? [];
    // The bytes that say so would not be readable in one of two bytes each.
    if (charset !== undefined) return WIDE.test(charset.toLowerCase()) ? 'utf-8' : charset;
  }
  return null;
}

const normalLabel = (label: string) => label.toLowerCase().replaceAll(/["'\s]/g, '');

function markedText(bytes: Buffer): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return utf8Text(bytes.subarray(3));
  const isLittle = bytes[0] === 0xff && bytes[1] === 0xfe;
  const isBig = bytes[0] === 0xfe && bytes[1] === 0xff;
  if (!isLittle && !isBig) return null;
  const text = iconv.decode(bytes.subarray(2), isLittle ? 'utf-16le' : 'utf-16be');
  return text.includes('\uFFFD') ? null : text;
}

function declaredText(bytes: Buffer, label: string): string | null {
  if (UTF_8.test(label)) return utf8Text(bytes) ?? mostlyUtf8Text(bytes);
  if (WINDOWS_1252.test(label)) return iconvText(bytes, 'windows-1252');
  if (ASCII.test(label)) return null;
  if (ISO_2022_JP.test(label)) return japaneseText(bytes);
  if (ISO_2022_KR.test(label)) return iconvText(shiftedOut(bytes), 'euc-kr');
  if (HZ.test(label)) return iconvText(shiftedHz(bytes), 'gbk');
  if (REFUSED.test(label)) return null;
  // Text of two or four bytes a character has bytes that are 0, unless all of it is in other scripts.
  if (WIDE.test(label) && !bytes.includes(0) && bytes.length > 16) return null;
  return iconvText(bytes, ALIASES[label] ?? label);
}

function undeclaredText(bytes: Buffer): string {
  const escape = bytes.indexOf(0x1b);
  if (escape >= 0 && /^(?:\$[@B]|\([BJI])/.test(bytes.toString('latin1', escape + 1, escape + 3))) {
    const text = japaneseText(bytes);
    if (text !== null) return text;
  }
  return utf8Text(bytes) ?? mostlyUtf8Text(bytes) ?? iconv.decode(bytes, 'windows-1252');
}

function sevenBitText(bytes: Buffer): string | null {
  return bytes.some((byte) => byte >= 0x80) ? null : bytes.toString('latin1');
}

function iconvText(bytes: Buffer, label: string): string | null {
  if (!iconv.encodingExists(label)) return null;
  const text = iconv.decode(bytes, label);
  return text.includes('\uFFFD') ? null : text;
}

/** ISO-2022-JP (RFC 1468), which iconv-lite lacks. In what is broken of it, the readable characters are more than its bytes as text. */
function japaneseText(bytes: Buffer): string | null {
  try {
    return new TextDecoder('iso-2022-jp', { fatal: true }).decode(bytes);
  } catch {
    const isOfSevenBits = sevenBitText(bytes) !== null;
    return isOfSevenBits ? new TextDecoder('iso-2022-jp').decode(bytes) : null;
  }
}

/** ISO-2022-KR (RFC 1557) as EUC-KR: between SO and SI, bytes are those of EUC-KR without their high bit. */
function shiftedOut(bytes: Buffer): Buffer {
  const header = Buffer.from('\x1b$)C', 'latin1');
  const shifted: number[] = [];
  let isOut = false;
  const start = bytes.indexOf(header);
  for (const [at, byte] of bytes.entries()) {
    if (start >= 0 && at >= start && at < start + header.length) continue;
    if (byte === 0x0e || byte === 0x0f) isOut = byte === 0x0e;
    else shifted.push(isOut && byte > 0x20 ? byte | 0x80 : byte);
  }
  return Buffer.from(shifted);
}

/** HZ (RFC 1843) as GBK: between `~{` and `~}`, bytes are those of GB 2312 without their high bit. */
function shiftedHz(bytes: Buffer): Buffer {
  const text = bytes
    .toString('latin1')
    .replaceAll(/~(?:\{([^~]*)(?:~\}|$)|(~)|\r?\n)/g, (_, gb?: string, tilde?: string) =>
      gb === undefined
        ? (tilde ?? '')
        : gb.replaceAll(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) | 0x80)),
    );
  return Buffer.from(text, 'latin1');
}
