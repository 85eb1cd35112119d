import { text as textOfStream } from 'node:stream/consumers';
import { compose, type MailDraft } from './compose.ts';

export const MESSAGE_ID = '<0123456789abcdefghjkmnpqrs@acme.example>';

const DRAFT: MailDraft = {
  from: { name: 'Acme Support', address: 'support@acme.example' },
  to: [{ name: 'Dana Reed', address: 'dana@example.com' }],
  cc: [],
  bcc: [],
  replyTo: null,
  subject: 'Re: Invoice 1042',
  messageId: MESSAGE_ID,
  thread: { inReplyTo: null, references: [MESSAGE_ID] },
  date: new Date('2026-11-21T06:30:00Z'),
  body: { text: 'Hello Dana', html: '<html><body><p>Hello Dana</p></body></html>' },
  attachments: [],
  automatic: null,
};

export function draft(changes: Partial<MailDraft> = {}): MailDraft {
  return { ...DRAFT, ...changes };
}

/** The bytes of a composed draft, one character each. */
export async function composed(changes: Partial<MailDraft> = {}, sizeMax = Infinity): Promise<string> {
  return textOfStream(compose(draft(changes), sizeMax).bytes.setEncoding('latin1'));
}

/** A part of a mail as a strict reader finds it: lines end with CRLF, a field begins at a line without a blank. */
export interface ReadPart {
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  readonly parts: readonly ReadPart[];
}

export function read(source: string): ReadPart {
  const end = source.indexOf('\r\n\r\n');
  if (end < 0) throw new Error('The header does not end');
  const fields = source
    .slice(0, end)
    .replaceAll(/\r\n(?=[ \t])/g, '')
    .split('\r\n')
    .map((line): [string, string] => {
      const field = /^([!-9;-~]+): ?(.*)$/s.exec(line);
      if (field === null) throw new Error(`This is no field: ${JSON.stringify(line)}`);
      return [field[1] as string, (field[2] as string).trimStart()];
    });
  const body = source.slice(end + 4);
  const boundary = /^multipart\/.*; boundary="([^"]+)"$/.exec(valueOf({ fields }, 'Content-Type'))?.[1];
  return { fields, body, parts: boundary === undefined ? [] : partsOf(body, boundary) };
}

function partsOf(body: string, boundary: string): readonly ReadPart[] {
  const [preamble, ...sections] = `\r\n${body}`.split(`\r\n--${boundary}`);
  const epilogue = sections.pop();
  if (preamble !== '' || epilogue !== '--\r\n') throw new Error(`A part is outside: ${preamble}${epilogue}`);
  return sections.map((section) => read(section.replace(/^\r\n/, '')));
}

export function names({ fields }: Pick<ReadPart, 'fields'>): readonly string[] {
  return fields.map(([name]) => name);
}

export function valueOf({ fields }: Pick<ReadPart, 'fields'>, name: string): string {
  return fields.find(([found]) => found === name)?.[1] ?? '';
}

/** The types of a mail and its parts, as `multipart/alternative[text/plain,text/html]`. */
export function structure(part: ReadPart): string {
  const type = (valueOf(part, 'Content-Type').split(';')[0] as string).trim();
  return part.parts.length === 0 ? type : `${type}[${part.parts.map(structure).join(',')}]`;
}

/** The text of a part in quoted-printable or base64. */
export function decodedBody(part: ReadPart): string {
  const bytes =
    valueOf(part, 'Content-Transfer-Encoding') === 'base64'
      ? Buffer.from(part.body, 'base64')
      : Buffer.from(
          part.body
            .replaceAll(/[ \t]*\r\n/g, '\r\n')
            .replaceAll('=\r\n', '')
            .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
          'latin1',
        );
  return bytes.toString('utf8').replaceAll('\r\n', '\n');
}

/** The text of a field with encoded words (RFC 2047). */
export function decodedWords(value: string): string {
  const bytes = value
    .replaceAll(/\?= +=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?([BQ])\?([^?]*)\?=/g, (_, encoding: string, word: string) =>
      encoding === 'B'
        ? Buffer.from(word, 'base64').toString('latin1')
        : word
            .replaceAll('_', ' ')
            .replaceAll(/=([\dA-F]{2})/g, (__, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
