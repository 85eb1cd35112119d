import { decodeText } from '../text/charsets.ts';
import { transferDecoder } from '../text/transfer-decoders.ts';

/** Charset, its language (RFC 2231 section 5), encoding and text of an encoded word. */
const WORD = /=\?([^?*\s]{1,64})(?:\*[^?\s]{0,64})?\?([bq])\?([^?]*)\?=/gi;

/**
 * The text of a header value with its encoded words (RFC 2047) decoded, wherever they are: also inside quotes, beside other characters,
 * longer than 75 characters and with blanks in them. A character whose bytes are in two words is one. What was decoded is not decoded
 * again.
 */
export function decodeWords(value: string): string {
  if (!value.includes('=?')) return value;
  const pieces: string[] = [];
  let run: { readonly charset: string; readonly bytes: Buffer[] } = { charset: '', bytes: [] };
  let end = 0;
  const flush = () => {
    if (run.bytes.length > 0) pieces.push(decodeText(Buffer.concat(run.bytes), run.charset));
    run = { charset: '', bytes: [] };
  };
  for (const match of value.matchAll(WORD)) {
    const [word, charset = '', encoding = '', text = ''] = match;
    const between = value.slice(end, match.index);
    const isFirst = end === 0;
    if (isFirst || between.trim() !== '') {
      flush();
      pieces.push(between);
    }
    const name = charset.toLowerCase();
    const bytes = bytesOf(encoding.toLowerCase(), text);
    if (run.charset === name) run.bytes.push(bytes);
    else {
      flush();
      run = { charset: name, bytes: [bytes] };
    }
    end = match.index + word.length;
  }
  flush();
  pieces.push(value.slice(end));
  return pieces.join('');
}

function bytesOf(encoding: string, text: string): Buffer {
  const isQ = encoding === 'q';
  const decoder = transferDecoder(isQ ? 'quoted-printable' : 'base64');
  // Characters beyond Latin-1 are in no encoded word; they are kept as the UTF-8 that they came in.
  const bytes = Buffer.from(isQ ? text.replaceAll('_', '=20') : text, 'utf8');
  return Buffer.concat([decoder.decode(bytes), decoder.end()]);
}
