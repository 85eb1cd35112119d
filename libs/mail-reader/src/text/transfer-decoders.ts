/** Decodes the transfer encoding of a body that comes in pieces. */
export interface TransferDecoder {
  decode(piece: Buffer): Buffer;
  end(): Buffer;
}

/** A decoder for a Content-Transfer-Encoding (RFC 2045 section 6); of one that is not known, the bytes stay as they are. */
export function transferDecoder(encoding: string): TransferDecoder {
  if (encoding === 'base64') return new Base64Decoder();
  if (encoding === 'quoted-printable') return new QuotedPrintableDecoder();
  return { decode: (piece) => piece, end: () => NOTHING };
}

const NOTHING = Buffer.alloc(0);

/** Base64 (RFC 2045 section 6.8), with anything between its characters, and with several texts one after another, each padded. */
class Base64Decoder implements TransferDecoder {
  private rest = '';

  decode(piece: Buffer): Buffer {
    const text = this.rest + piece.toString('latin1').replaceAll(/[^A-Za-z\d+/=]+/g, '');
    if (text.includes('=')) return this.padded(text);
    const end = text.length - (text.length % 4);
    this.rest = text.slice(end);
    return Buffer.from(text.slice(0, end), 'base64');
  }

  end(): Buffer {
    const last = Buffer.from(this.rest, 'base64');
    this.rest = '';
    return last;
  }

  private padded(text: string): Buffer {
    const runs = text.split(/=+/);
    const open = runs.pop() ?? '';
    const end = open.length - (open.length % 4);
    this.rest = open.slice(end);
    return Buffer.concat([...runs, open.slice(0, end)].map((run) => Buffer.from(run, 'base64')));
  }
}

/** Quoted-Printable (RFC 2045 section 6.7). A `=` that begins nothing of it is a character. */
class QuotedPrintableDecoder implements TransferDecoder {
  private rest = '';

  decode(piece: Buffer): Buffer {
    const text = this.rest + piece.toString('latin1');
    // A `=`, or blanks that may be at the end of a line, are looked at with what follows them.
    const cut = openLength(text);
    this.rest = text.slice(text.length - cut);
    return decodeQuotedPrintable(text.slice(0, text.length - cut));
  }

  end(): Buffer {
    // A `=` at the very end is a line that is continued.
    const last = decodeQuotedPrintable(this.rest.replace(/=[ \t]*\r?$/, ''));
    this.rest = '';
    return last;
  }
}

/** Blanks at an end that are kept for the next piece: more are not looked for, as each piece would be copied again. */
const BLANKS_MAX = 998;

function openLength(text: string): number {
  let at = text.length;
  const least = Math.max(0, at - BLANKS_MAX);
  if (at > least && text[at - 1] === '\r') at -= 1;
  while (at > least && (text[at - 1] === ' ' || text[at - 1] === '\t')) at -= 1;
  for (let back = 1; back <= 2 && at - back >= least; back += 1)
    if (text[at - back] === '=') return text.length - at + back;
  return text.length - at;
}

function decodeQuotedPrintable(text: string): Buffer {
  const decoded = text
    .replaceAll(/(?<![ \t])[ \t]+(?=\r?\n)/g, '')
    .replaceAll(/=(?:\r?\n|([\da-f]{2}))/gi, (_, hex?: string) =>
      hex === undefined ? '' : String.fromCharCode(Number.parseInt(hex, 16)),
    );
  return Buffer.from(decoded, 'latin1');
}
