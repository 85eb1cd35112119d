import { bodyText, textOf } from '@parley/mail-text';
import { sanitizeHtml } from '@parley/mail-text/html';

/** The line between a text and a signature, which mail programs know by its trailing blank (RFC 3676 section 4.3). */
const SEPARATOR = '-- ';

/** What a user or a mailbox gives for a mail. */
export interface BodySource {
  readonly text: string;
  /** The same text as HTML, not sanitized; without it, the HTML is made from the text. */
  readonly html?: string | null;
  /** Plain text. */
  readonly signature?: string | null;
}

/** The two forms in which a mail has its text. */
export interface MailBody {
  readonly text: string;
  readonly html: string;
}

/**
 * The text and the HTML of a mail, with its signature. HTML is sanitized; if it comes without a text, the text is read from it. Throws
 * `html_too_large` as {@link sanitizeHtml} does.
 */
export function bodyOf({ text, html, signature }: BodySource): MailBody {
  const ownHtml = html === undefined || html === null || html.trim() === '' ? null : sanitizeHtml(html);
  const ownText = text.trim() === '' && ownHtml !== null ? textOf(ownHtml) : bodyText(text).trimEnd();
  const signatureText = bodyText(signature ?? '').trim();
  const content = ownHtml ?? htmlOf(ownText);
  return {
    text: signatureText === '' ? ownText : `${ownText}\n\n${SEPARATOR}\n${signatureText}`,
    // A body without the html tag counts as a sign of spam. The direction is that of the first letter of each text.
    html: `<html><body dir="auto">${content}${signatureText === '' ? '' : signatureHtml(signatureText)}</body></html>`,
  };
}

/** The minimal HTML of a plain text: paragraphs between blank lines, line breaks, links of URLs; a signature in a block of its own. */
export function htmlOf(text: string): string {
  const lines = bodyText(text).split('\n');
  const separator = lines.lastIndexOf(SEPARATOR);
  if (separator < 0) return paragraphs(lines.join('\n'));
  const signature = lines.slice(separator + 1).join('\n');
  return paragraphs(lines.slice(0, separator).join('\n')) + signatureHtml(signature);
}

function signatureHtml(text: string): string {
  return `<div>${SEPARATOR}<br>${inline(text.trim())}</div>`;
}

function paragraphs(text: string): string {
  return text
    .split(/\n(?:[ \t]*\n)+/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => `<p>${inline(paragraph.replaceAll(/^\n+|\n+$/g, ''))}</p>`)
    .join('\n');
}

const URL_IN_TEXT = /\bhttps?:\/\/[^\s<>"]+/gi;

function inline(text: string): string {
  let html = '';
  let end = 0;
  for (const { 0: match, index } of text.matchAll(URL_IN_TEXT)) {
    const url = withoutPunctuation(match);
    html += escaped(text.slice(end, index));
    html += `<a href="${escaped(url)}" rel="noopener noreferrer" target="_blank">${escaped(url)}</a>`;
    end = index + url.length;
  }
  html += escaped(text.slice(end));
  // No tag has two blanks, and no URL one: these are blanks of the text, which HTML would fold.
  return html.replaceAll(/ {2,}|^ |(?<=<br>) /g, (blanks) => '&nbsp;'.repeat(blanks.length));
}

/** A URL without what ends the sentence around it. A bracket belongs to the URL if it opens there. */
function withoutPunctuation(url: string): string {
  const bracket = url.indexOf('(');
  const closing = bracket < 0 ? /[.,:;!?'*_)]/ : /[.,:;!?'*_]/;
  let end = url.length;
  while (closing.test(url.charAt(end - 1))) end -= 1;
  return url.slice(0, end);
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '<br>');
}
