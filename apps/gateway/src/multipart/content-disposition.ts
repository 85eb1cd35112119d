import { isUtf8 } from 'node:buffer';

export interface Disposition {
  /** `null` if it is not UTF-8. */
  readonly name: string | null;
  /** As the client sent it, with folders and all; `undefined` if the part is no file. */
  readonly fileName: string | undefined;
}

const TYPE = /^[ \t]*form-data[ \t]*/i;
/**
 * A quoted value ends at the first quotation mark without a backslash; curl and many libraries escape it so. Where that is not the
 * end of the parameter, the backslash is the last character of a name, which browsers leave as it is.
 */
const QUOTED = String.raw`"((?:[^"\\]|\\[\s\S])*)"(?=[ \t]*(?:;|$))|"([^"]*)"`;
const PARAMETER = new RegExp(
  String.raw`;[ \t]*([\w!#$%&'*+.^\`|~-]+)[ \t]*=[ \t]*(?:${QUOTED}|([^;"\s]*))[ \t]*`,
  'y',
);
const EXTENDED = /^(utf-8|iso-8859-1)'[^']*'((?:[^%]|%[0-9a-f]{2})*)$/i;
/** A piece of a name, with an asterisk at its end if it is encoded (RFC 2231). */
const PIECE = /^filename\*(0|[1-9]\d{0,2})(\*?)$/;

/** Reads a `Content-Disposition: form-data` (RFC 7578) with `filename*` (RFC 5987, 2231), one character a byte; or `null`. */
export function readDisposition(header: string): Disposition | null {
  const parameters = parametersOf(header);
  const name = parameters?.get('name');
  if (parameters === null || name === undefined) return null;
  const extended = parameters.get('filename*');
  const pieces = piecesOf(parameters);
  const fileName =
    (extended === undefined ? null : extendedValue(extended)) ??
    (pieces?.isEncoded === true ? extendedValue(pieces.value) : null) ??
    parameters.get('filename') ??
    pieces?.value ??
    extended;
  return {
    name: isUtf8(bytesOf(name)) ? textOf(name) : null,
    fileName: fileName === undefined ? undefined : textOf(fileName),
  };
}

/** The parameters by their names in lower case; `null` if the header cannot be read. */
function parametersOf(header: string): ReadonlyMap<string, string> | null {
  const [type] = TYPE.exec(header) ?? [];
  if (type === undefined) return null;
  const found = new Map<string, string>();
  PARAMETER.lastIndex = type.length;
  while (PARAMETER.lastIndex < header.length) {
    const at = PARAMETER.lastIndex;
    const [, name = '', escaped, bare, token = ''] = PARAMETER.exec(header) ?? [];
    const quoted = escaped ?? bare;
    // A semicolon at the end means nothing.
    if (name === '') return /^[; \t]*$/.test(header.slice(at)) ? found : null;
    if (found.has(name.toLowerCase())) return null;
    found.set(name.toLowerCase(), quoted === undefined ? token : unescaped(quoted));
  }
  return found;
}

/** Browsers escape by `%22`, `%0D` and `%0A` (WHATWG) and leave a backslash as it is, as in `C:\docs`. */
function unescaped(quoted: string): string {
  return quoted
    .replaceAll(/\\(["\\])/g, '$1')
    .replaceAll(/%(22|0A|0D)/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** The bytes of an extended value, as characters; `null` if it cannot be read. */
function extendedValue(value: string): string | null {
  const [, charset = '', encoded] = EXTENDED.exec(value) ?? [];
  if (encoded === undefined) return null;
  const bytes = encoded.replaceAll(/%([0-9a-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return charset.toLowerCase() === 'utf-8' ? bytes : Buffer.from(bytes, 'utf8').toString('latin1');
}

/**
 * A name in pieces from 0 on, up to the first that is missing: `filename*0="a"; filename*1="b"`. If the first is encoded, it names
 * the charset, and the whole is an extended value, in which pieces without an asterisk are as they are.
 */
function piecesOf(
  parameters: ReadonlyMap<string, string>,
): { value: string; isEncoded: boolean } | undefined {
  const pieces = new Map<number, { value: string; isEncoded: boolean }>();
  for (const [name, value] of parameters) {
    const [, index, mark] = PIECE.exec(name) ?? [];
    if (index !== undefined) pieces.set(Number(index), { value, isEncoded: mark === '*' });
  }
  const first = pieces.get(0);
  if (first === undefined) return undefined;
  let { value } = first;
  for (let index = 1; pieces.has(index); index += 1) {
    const { value: next, isEncoded } = pieces.get(index) as { value: string; isEncoded: boolean };
    value += first.isEncoded && !isEncoded ? next.replaceAll('%', '%25') : next;
  }
  return { value, isEncoded: first.isEncoded };
}

const bytesOf = (characters: string): Buffer => Buffer.from(characters, 'latin1');

/** UTF-8, as every browser sends it; other bytes are those of old clients in Western Europe. */
function textOf(characters: string): string {
  const bytes = bytesOf(characters);
  return isUtf8(bytes) ? bytes.toString() : characters;
}
