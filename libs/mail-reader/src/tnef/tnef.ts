import { typeOfName } from '../headers/file-names.ts';
import { decodeText } from '../text/charsets.ts';
import { ByteReader, MalformedError } from './byte-reader.ts';
import { charsetOfCodePage } from './code-pages.ts';
import { decompressedRtf } from './compressed-rtf.ts';
import { mapiProperties, PROPERTY, type PropertyValue } from './mapi-properties.ts';
import { rtfContent } from './rtf-text.ts';

export interface TnefAttachment {
  readonly name: string | null;
  readonly type: string;
  readonly contentId: string | null;
  readonly content: Buffer;
}

export interface TnefMessage {
  /** The body as text; empty without one. */
  readonly text: string;
  readonly html: string | null;
  readonly attachments: readonly TnefAttachment[];
}

const SIGNATURE = 0x223e9f78;
/** Ids of attributes (MS-OXTNEF section 2.1.3.1), without their types. */
const ATTRIBUTE = {
  body: 0x800c,
  attachData: 0x800f,
  attachTitle: 0x8010,
  attachBegin: 0x9002,
  properties: 0x9003,
  attachProperties: 0x9005,
  codePage: 0x9007,
};
const EMBEDDED_MESSAGE = 5;
const INTERFACE_ID_SIZE = 16;
const TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/;

interface Draft {
  title: Buffer | null;
  data: Buffer | null;
  properties: ReadonlyMap<number, PropertyValue>;
}

/** Reads a winmail.dat of Outlook (MS-OXTNEF): its body and its attachments with their names. `null` if it is none, or is damaged. */
export function readTnef(source: Buffer): TnefMessage | null {
  try {
    return new TnefReader().read(new ByteReader(source));
  } catch (error) {
    if (error instanceof MalformedError) return null;
    throw error;
  }
}

class TnefReader {
  private charset = 'windows-1252';
  private plain: Buffer | null = null;
  private properties: ReadonlyMap<number, PropertyValue> = new Map();
  private readonly drafts: Draft[] = [];

  read(reader: ByteReader): TnefMessage {
    if (reader.uint32() !== SIGNATURE) throw new MalformedError('This is no TNEF');
    reader.uint16();
    while (reader.left > 0) {
      reader.uint8();
      const id = reader.uint32() & 0xffff;
      const value = reader.bytes(reader.uint32());
      // The checksum is wrong in files of several programs, and the last one may be missing.
      reader.bytes(Math.min(2, reader.left));
      this.take(id, value);
    }
    return { ...this.body(), attachments: this.drafts.flatMap((draft) => this.attachment(draft)) };
  }

  private take(id: number, value: Buffer): void {
    const draft = this.drafts.at(-1);
    if (id === ATTRIBUTE.codePage && value.length >= 4)
      this.charset = charsetOfCodePage(value.readUInt32LE());
    else if (id === ATTRIBUTE.body) this.plain = value;
    else if (id === ATTRIBUTE.properties) this.properties = mapiProperties(value);
    else if (id === ATTRIBUTE.attachBegin)
      this.drafts.push({ title: null, data: null, properties: new Map() });
    else if (draft === undefined) return;
    else if (id === ATTRIBUTE.attachTitle) draft.title = value;
    else if (id === ATTRIBUTE.attachData) draft.data = value;
    else if (id === ATTRIBUTE.attachProperties) draft.properties = mapiProperties(value);
  }

  private body(): { text: string; html: string | null } {
    const page = this.properties.get(PROPERTY.internetCodePage);
    const charset = typeof page === 'number' ? charsetOfCodePage(page) : this.charset;
    const html = textOf(this.properties.get(PROPERTY.html), charset);
    const plain = this.plain === null ? '' : withoutEnd(decodeText(withoutNul(this.plain), this.charset));
    const text = textOf(this.properties.get(PROPERTY.body), charset) || plain;
    if (html !== '') return { text, html };
    const rtf = this.rtf();
    if (rtf?.isHtml === true) return { text, html: rtf.text };
    return { text: text === '' ? (rtf?.text ?? '') : text, html: null };
  }

  private rtf() {
    const value = this.properties.get(PROPERTY.compressedRtf);
    return value === undefined || typeof value === 'number' ? null : rtfContent(decompressedRtf(value.bytes));
  }

  private attachment({ title, data, properties }: Draft): TnefAttachment[] {
    const text = (id: number) => textOf(properties.get(id), this.charset);
    const object = properties.get(PROPERTY.attachData);
    const isEmbedded = properties.get(PROPERTY.attachMethod) === EMBEDDED_MESSAGE;
    const stored = object === undefined || typeof object === 'number' ? data : (data ?? object.bytes);
    if (stored === null) return [];
    const oldName = title === null ? '' : withoutEnd(decodeText(withoutNul(title), this.charset));
    const name =
      text(PROPERTY.attachLongFileName) ||
      text(PROPERTY.attachFileName) ||
      oldName ||
      text(PROPERTY.displayName);
    if (isEmbedded && stored.length > INTERFACE_ID_SIZE) {
      const content = stored.subarray(INTERFACE_ID_SIZE);
      return [
        {
          name: `${name === '' ? 'message' : name}.tnef`,
          type: 'application/ms-tnef',
          contentId: null,
          content,
        },
      ];
    }
    const type = text(PROPERTY.attachMimeType).toLowerCase();
    const contentId = text(PROPERTY.attachContentId)
      .slice(0, 998)
      .replaceAll(/[<>]|\p{Cs}|\p{Cc}/gu, '');
    return [
      {
        name: name === '' ? null : name,
        type: TYPE.test(type) ? type : typeOfName(name),
        contentId: contentId === '' ? null : contentId,
        content: stored,
      },
    ];
  }
}

function textOf(value: PropertyValue | undefined, charset: string): string {
  if (value === undefined || typeof value === 'number') return '';
  if (value.kind === 'unicode') return withoutEnd(value.bytes.toString('utf16le'));
  return withoutEnd(decodeText(withoutNul(value.bytes), charset));
}

/** Texts end with NUL. */
const withoutEnd = (text: string) => text.replace(/\0.*$/s, '');

function withoutNul(bytes: Buffer): Buffer {
  const end = bytes.indexOf(0);
  return end < 0 ? bytes : bytes.subarray(0, end);
}
