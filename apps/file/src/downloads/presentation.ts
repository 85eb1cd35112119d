import type { DocumentImages } from '@parley/files';
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

/** What the mail service stores of a mail: its bytes, or HTML that it has made of them. Nobody else has files of these kinds. */
export type MailFile = 'source' | 'document';

const TYPES_OF_MAIL = { source: 'message/rfc822', document: 'text/html; charset=utf-8' } satisfies Record<
  MailFile,
  string
>;

/**
 * What is safe to be shown is inline; the rest is saved, with a type by which no browser would run it. The source of a mail is saved
 * as such; a document is shown, with {@link documentHeaders}.
 */
export function presentationOf(name: string, mimeType: string, ofMail: MailFile | null = null): Presentation {
  const isShown = ofMail === null ? INLINE.has(mimeType) : ofMail === 'document';
  const type = isShown ? 'inline' : 'attachment';
  const saved = savedName(name);
  return {
    contentType: ofMail === null ? servedType(mimeType) : TYPES_OF_MAIL[ofMail],
    contentDisposition: contentDisposition(saved, { type, fallback: asciiOf(saved) }),
  };
}

/**
 * Headers of a document of a mail, in addition to those of every download: it has no origin, runs and submits nothing, loads images
 * alone, and is framed by the console alone. What its links open is a page of its own, outside the sandbox. Images of other servers
 * are loaded over https, as mails name many with http that exist with both.
 */
export function documentHeaders(images: DocumentImages, consoleOrigin: string): Record<string, string> {
  const policy = [
    "default-src 'none'",
    images === 'remote' ? 'img-src data: https:' : 'img-src data:',
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${consoleOrigin}`,
    'sandbox allow-popups allow-popups-to-escape-sandbox',
    ...(images === 'remote' ? ['upgrade-insecure-requests'] : []),
  ];
  return { 'content-security-policy': policy.join('; ') };
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
