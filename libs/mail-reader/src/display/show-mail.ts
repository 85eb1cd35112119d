import { ComposingError, splitQuote, type SplitMail } from '@parley/mail-text';
import { displayDocument, sanitizeForDisplay, type DisplayHtml } from '@parley/mail-text/html';
import type { ReadMail } from '../read-mail.ts';
import { imageUrls, type InlineImage } from './inline-image.ts';

/** What a mail is shown from. */
export type MailToShow = Pick<ReadMail, 'text' | 'html' | 'subject'>;

/** What is shown of a mail: its text without what it quotes, and its HTML as documents for a browser. */
export interface ShownMail extends Pick<SplitMail, 'body' | 'quotedBody'> {
  /** Null without HTML, and for HTML that is too large to be sanitised. */
  readonly document: string | null;
  /** The document with what it loads from other servers; null if it loads nothing. */
  readonly remoteDocument: string | null;
}

/** Splits a mail and sanitises its HTML; see `splitQuote` and `sanitizeForDisplay`. */
export function showMail(mail: MailToShow, images: readonly InlineImage[]): ShownMail {
  const { html, ...texts } = splitQuote(mail);
  const none = { ...texts, document: null, remoteDocument: null };
  const shown = html === null ? null : sanitized(html, images, 'blocked');
  if (html === null || shown === null) return none;
  const document = displayDocument(shown.html);
  const all = shown.hasRemoteContent ? sanitized(html, images, 'allowed') : null;
  return { ...texts, document, remoteDocument: all && displayDocument(all.html, ['https:']) };
}

function sanitized(
  html: string,
  images: readonly InlineImage[],
  remote: 'blocked' | 'allowed',
): DisplayHtml | null {
  try {
    return sanitizeForDisplay(html, { urlOfContentId: imageUrls(images), remote });
  } catch (error) {
    if (error instanceof ComposingError) return null;
    throw error;
  }
}
