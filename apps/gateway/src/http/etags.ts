type Header = string | string[] | undefined;

/** The strong `ETag` of a version of a record (RFC 9110 section 8.8.3). */
export function entityTag(version: string): string {
  return `"${version}"`;
}

/** The versions that `If-Match` names, `*` for any; weak tags name none (RFC 9110 section 13.1.1). */
export function versionsOfIfMatch(header: Header): readonly string[] | undefined {
  if (header === undefined) return undefined;
  return tagsOf(header)
    .filter((tag) => !tag.startsWith('W/'))
    .map((tag) => tag.replaceAll('"', ''));
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
