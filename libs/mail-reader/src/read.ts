import { createHash } from 'node:crypto';
import { headerText } from '@parley/mail-text';
import { addressList, type AddressList } from './headers/addresses.ts';
import { readDate } from './headers/dates.ts';
import { decodeWords } from './headers/encoded-words.ts';
import { allValues, firstValue } from './headers/header-fields.ts';
import { messageIds, ownMessageId } from './headers/message-ids.ts';
import { REFERENCES_MAX, SUBJECT_MAX } from './limits.ts';
import type { HeaderField, ReadMail } from './read-mail.ts';
import type { TakePart } from './structure/file-parts.ts';
import { MailReading } from './structure/mail-reading.ts';
import { MailStructure } from './structure/mail-structure.ts';
import { MailSource } from './structure/source.ts';

/**
 * Reads a mail (RFC 5322, MIME of RFC 2045 to 2049). Its files are handed to `onPart` one after another as they come in the source, which
 * is read on as fast as they are taken. An error of the source or of `onPart` ends the reading and is thrown as it is.
 *
 * Throws {@link UnreadableMailError} for a mail that exceeds the limits of its structure; every other content has a result.
 */
export async function readMail(source: AsyncIterable<Uint8Array>, onPart: TakePart): Promise<ReadMail> {
  const mailSource = new MailSource(source);
  const structure = new MailStructure(mailSource);
  const reading = new MailReading(onPart);
  for await (const leaf of structure.leaves()) await reading.take(leaf);
  const headers = structure.root?.head.fields ?? [];
  const { isTruncated, ...lists } = addressesOf(headers);
  const result = reading.result(mailSource, structure.root);
  return {
    headers,
    ...lists,
    subject: headerText(decodeWords(firstValue(headers, 'subject')).slice(0, 4 * SUBJECT_MAX), SUBJECT_MAX),
    messageId: ownMessageId(firstValue(headers, 'message-id')),
    inReplyTo: messageIds(allValues(headers, 'in-reply-to').join(' '), REFERENCES_MAX),
    references: messageIds(allValues(headers, 'references').join(' '), REFERENCES_MAX),
    date: readDate(firstValue(headers, 'date')),
    ...result,
    isTruncated: isTruncated || result.isTruncated,
    size: mailSource.size,
    contentHash: contentHash(headers, mailSource.bodyHash()),
  };
}

function addressesOf(headers: readonly HeaderField[]) {
  const list = (name: string) => addressList(allValues(headers, name).join(', '));
  // A second From is what a forger adds, or a list: the first one is what the sender's server has seen, too.
  const from = addressList(firstValue(headers, 'from'));
  const [replyTo, to, cc] = [list('reply-to'), list('to'), list('cc')];
  return {
    from: from.addresses,
    sender: addressList(firstValue(headers, 'sender')).addresses[0] ?? null,
    replyTo: replyTo.addresses,
    to: to.addresses,
    cc: cc.addresses,
    isTruncated: [from, replyTo, to, cc].some((one: AddressList) => one.isTruncated),
  };
}

/** Two copies of a mail differ in trace headers (RFC 5321 section 4.4), folding, line ends and blank lines at their end. */
function contentHash(headers: readonly HeaderField[], bodyHash: string): string {
  const fields = ['from', 'date', 'subject', 'to'].map((name) =>
    allValues(headers, name).map((value) => value.replaceAll(/\s+/g, ' ')),
  );
  return createHash('sha256')
    .update(JSON.stringify([fields, bodyHash]))
    .digest('hex');
}
