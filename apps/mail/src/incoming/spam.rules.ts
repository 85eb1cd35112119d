import type { HeaderField } from '@parley/mail-reader';

/** Fields by which spam filters tell their verdict, with what says that a mail is spam. */
const VERDICTS: Readonly<Record<string, RegExp>> = {
  // SpamAssassin, and filters that write as it does.
  'x-spam-flag': /^yes\b/i,
  'x-spam-status': /^yes\b/i,
  'x-spam': /^yes\b/i,
  'x-ses-spam-verdict': /^fail\b/i,
  'x-mailgun-sflag': /^yes\b/i,
  'x-forefront-antispam-report': /(?:^|;)\s*sfv:spm\s*(?:;|$)/i,
};

/**
 * Whether the server that has taken the mail last calls it spam. Each server writes its fields above those of the servers before it, around
 * its own Received field: what is below the second one was there when the mail came, and may be of anybody.
 */
export function isCalledSpam(headers: readonly HeaderField[]): boolean {
  let received = 0;
  for (const { name, value } of headers) {
    if (name === 'received' && (received += 1) > 1) return false;
    if (VERDICTS[name]?.test(value.trim()) === true) return true;
  }
  return false;
}
