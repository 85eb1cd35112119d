import { firstValue } from '../headers/header-fields.ts';
import { parseParameters, withoutComment } from '../headers/parameters.ts';
import { typeOfName } from '../headers/file-names.ts';
import { decodeWords } from '../headers/encoded-words.ts';
import type { HeaderField } from '../read-mail.ts';

/** What the head of a part says about its content. */
export interface PartHead {
  readonly fields: readonly HeaderField[];
  /** The media type in lower case; `text/plain` where there is none, or none that is one (RFC 2045 section 5.2). */
  readonly type: string;
  readonly charset: string | null;
  /** The transfer encoding in lower case. */
  readonly encoding: string;
  readonly isAttachment: boolean;
  /** The name as it is written, decoded; it is not safe. */
  readonly name: string | null;
  /** The Content-ID without brackets. */
  readonly contentId: string | null;
  readonly isFlowed: boolean;
  readonly isDelSp: boolean;
  readonly smimeType: string | null;
  readonly protocol: string | null;
}

const TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/;
/** Types without a subtype, which old programs write. */
const SHORT_TYPES: Readonly<Record<string, string>> = {
  text: 'text/plain',
  plain: 'text/plain',
  html: 'text/html',
};

/**
 * What the fields of a head say about the part that begins with them (RFC 2045, 2183, 2392). Without a Content-Type it is `defaultType`.
 */
export function partHead(fields: readonly HeaderField[], defaultType = 'text/plain'): PartHead {
  const contentType = parseParameters(firstValue(fields, 'content-type'));
  const disposition = parseParameters(firstValue(fields, 'content-disposition'));
  const { parameters } = contentType;
  const name = disposition.parameters.get('filename') ?? parameters.get('name') ?? null;
  const isAttachment = disposition.value === 'attachment';
  return {
    fields,
    type:
      contentType.value === ''
        ? typeWithout(name, isAttachment, defaultType)
        : typeOf(contentType.value, isAttachment),
    charset: tokenOf(parameters.get('charset')),
    encoding: encodingOf(firstValue(fields, 'content-transfer-encoding')),
    isAttachment,
    name: name?.trim() === '' ? null : name,
    contentId: contentIdOf(firstValue(fields, 'content-id')),
    isFlowed: tokenOf(parameters.get('format'))?.toLowerCase() === 'flowed',
    isDelSp: tokenOf(parameters.get('delsp'))?.toLowerCase() === 'yes',
    smimeType: tokenOf(parameters.get('smime-type'))?.toLowerCase() ?? null,
    protocol: tokenOf(parameters.get('protocol'))?.toLowerCase() ?? null,
  };
}

function typeWithout(name: string | null, isAttachment: boolean, defaultType: string): string {
  if (name !== null) return typeOfName(name);
  return isAttachment ? 'application/octet-stream' : defaultType;
}

function typeOf(text: string, isAttachment: boolean): string {
  // Some programs write no semicolon before the parameters.
  const [value = ''] = text.split(/[\s,]/, 1);
  if (TYPE.test(value)) return value;
  return SHORT_TYPES[value] ?? (isAttachment ? 'application/octet-stream' : 'text/plain');
}

function tokenOf(value: string | undefined): string | null {
  const token = withoutComment(value ?? '').trim();
  return token === '' ? null : token;
}

function encodingOf(value: string): string {
  return withoutComment(decodeWords(value))
    .replaceAll(/["'\s;]/g, '')
    .toLowerCase();
}

function contentIdOf(value: string): string | null {
  const id = (/<([^<>]+)>/.exec(value)?.[1] ?? value)
    .trim()
    .slice(0, 998)
    .replaceAll(/\p{Cs}/gu, '');
  return id === '' ? null : id;
}
