import { hash } from 'node:crypto';

type Header = string | string[] | undefined;

/** A strong `ETag` (RFC 9110 section 8.8.3). */
export function entityTag(opaque: string): string {
  return `"${opaque}"`;
}

/**
 * The tag of a version of a record. It contains the id of the record: a cache that ignores for whom a response was made
 * must never take one record for another of the same version.
 */
export function versionTag(id: string, version: string): string {
  return entityTag(`${id}-${version}`);
}

/** The tag of a response that is about no record, such as who the caller is: its hash. */
export function contentTag(text: string): string {
  return entityTag(hash('sha256', text, 'base64url'));
}

/**
 * The versions of a record that `If-Match` names, `*` for any. Weak tags name none (RFC 9110 section 13.1.1), nor do those
 * of other records.
 */
export function versionsOfIfMatch(header: Header, id: string): readonly string[] | undefined {
  if (header === undefined) return undefined;
  return tagsOf(header).flatMap((tag) => {
    if (tag === '*') return tag;
    return tag.startsWith(`"${id}-`) ? tag.slice(id.length + 2, -1) : [];
  });
}

/** Whether `If-None-Match` names this tag, strong or weak, or any (RFC 9110 section 13.1.2). */
export function matchesEtag(header: Header, etag: string): boolean {
  return (
    header !== undefined && tagsOf(header).some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag)
  );
}

function tagsOf(header: string | string[]): readonly string[] {
  const text = String(header).trim();
  return text === '*' ? ['*'] : (text.match(/(?:W\/)?"[^"]*"/g) ?? []);
}
