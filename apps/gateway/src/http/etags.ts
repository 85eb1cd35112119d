import { hash } from 'node:crypto';

type Header = string | string[] | undefined;

const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** The tag of the compressed form of what has this tag: `"…-gzip"`. */
export function encodedTag(etag: string, encoding: Encoding): string {
  return `${etag.slice(0, -1)}-${encoding}"`;
}

/** The strong `ETag` of a version of a record, with its id: no cache must take one record for another. */
export function versionTag(id: string, version: string): string {
  return `"${id}-${version}"`;
}

/** The tag of a response that is about no record, such as who the caller is: its hash. */
export function contentTag(text: string): string {
  return `"${hash('sha256', text, 'base64url')}"`;
}

/** The versions that `If-Match` names, `*` for any, in any encoding. Weak tags name none (RFC 9110 section 13.1.1). */
export function versionsOfIfMatch(header: Header, id: string): readonly string[] | undefined {
  if (header === undefined) return undefined;
  return tagsOf(header).flatMap((tag) => {
    if (tag === '*') return tag;
    return tag.startsWith(`"${id}-`) ? tag.slice(id.length + 2, -1).replace(/-(?:br|gzip)$/, '') : [];
  });
}

/** The tag of `If-None-Match` that names this one in any form, or `*` (RFC 9110 section 13.1.2). A 304 repeats it. */
export function matchingTag(header: Header, etag: string): string | undefined {
  if (header === undefined) return undefined;
  const current = [etag, ...ENCODINGS.map((encoding) => encodedTag(etag, encoding))];
  return tagsOf(header)
    .map((tag) => tag.replace(/^W\//, ''))
    .find((tag) => tag === '*' || current.includes(tag));
}

function tagsOf(header: string | string[]): readonly string[] {
  const text = String(header).trim();
  return text === '*' ? ['*'] : (text.match(/(?:W\/)?"[^"]*"/g) ?? []);
}
