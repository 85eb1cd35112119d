import contentDisposition from 'content-disposition';

export interface Presentation {
  contentType: string;
  contentDisposition: string;
}

/** What browsers show without running anything. A PDF opens in their viewer, which keeps its scripts to itself. */
const INLINE = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'application/pdf',
]);

/** Types that no browser runs, so that other programs may learn them. Everything else could become active one day. */
const PASSIVE =
  /^(?:(?:image|audio|video|font)\/[\w.-]+|application\/(?:zip|gzip|x-7z-compressed|x-tar|rtf|msword|vnd\.(?:ms-|openxmlformats-|oasis\.)[\w.-]+))$/;

/** Characters that would show another name than the saved one: `invoice[U+202E]fdp.exe` changes the direction of text. */
const DECEPTIVE = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/** What is safe to be shown is inline; the rest is saved, with a type by which no browser would run it. */
export function presentationOf(name: string, mimeType: string): Presentation {
  const type = INLINE.has(mimeType) ? 'inline' : 'attachment';
  const saved = savedName(name);
  return {
    contentType: servedType(mimeType),
    contentDisposition: contentDisposition(saved, { type, fallback: asciiOf(saved) }),
  };
}

function servedType(mimeType: string): string {
  if (mimeType === 'text/plain') return 'text/plain; charset=utf-8';
  if (INLINE.has(mimeType)) return mimeType;
  // Not `image/svg+xml` or another type with a suffix: those contain a `+`.
  return PASSIVE.test(mimeType) ? mimeType : 'application/octet-stream';
}

function savedName(name: string): string {
  const clean = name.toWellFormed().replace(DECEPTIVE, '').trim();
  return clean === '' ? 'file' : clean;
}

/** What clients that do not read `filename*` save it as: other letters than those of ASCII would be read in various charsets. */
function asciiOf(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]+/gu, '_');
}
