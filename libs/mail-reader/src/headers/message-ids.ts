/** Characters of a Message-ID that is kept (RFC 5322 section 2.1.1 bounds the line). */
const ID_MAX = 998;

/**
 * The ids of In-Reply-To or References (RFC 5322 section 3.6.4): each `<…>` without blanks, whatever is between them, without
 * repetitions. Of more than `max`, the last ones, which are the newest.
 */
export function messageIds(value: string, max: number): string[] {
  const ids = new Set<string>();
  for (const [id] of value.matchAll(/<[^<>\s]{1,998}>/g)) {
    ids.delete(id);
    ids.add(id);
  }
  return [...ids].slice(-max);
}

/** The id of a mail: the first `<…>` of its field, else all of its text, as some programs leave the brackets out; `null` without any. */
export function ownMessageId(value: string): string | null {
  const [id] = /<[^<>\s]{1,998}>/.exec(value) ?? [
    value
      .trim()
      .slice(0, ID_MAX)
      .replaceAll(/\p{Cs}/gu, ''),
  ];
  return id === '' ? null : id;
}
