import { messageId, type TestMail } from '../arriving-mails.ts';

/** A report that a mail of nobody could not be delivered. */
export const reportOf = (recipient: string) => ({
  fields: ['MIME-Version: 1.0', 'Content-Type: multipart/report; report-type=delivery-status; boundary=r'],
  body: [
    ...['--r', 'Content-Type: text/plain', '', 'Your mail could not be delivered.', '--r'],
    ...['Content-Type: message/delivery-status', '', 'Reporting-MTA: dns; mx.customer.test', ''],
    ...[`Final-Recipient: rfc822; ${recipient}`, 'Action: failed', 'Status: 5.1.1', '--r'],
    ...['Content-Type: text/rfc822-headers', '', `Message-ID: ${messageId()}`, '--r--'],
  ].join('\r\n'),
});

const typed = (type: string) => ['MIME-Version: 1.0', `Content-Type: ${type}`];
/** A text with a file. */
const withFile = (file: string) => ({
  fields: typed('multipart/mixed; boundary=m'),
  body: [
    ...['--m', 'Content-Type: text/plain', '', 'The invoice is attached.', '--m'],
    ...['Content-Type: text/csv; name=invoice.csv', 'Content-Disposition: attachment', '', file, '--m--'],
  ].join('\r\n'),
});
/** A text with its HTML. */
const withHtml = (html: string) => ({
  fields: typed('multipart/alternative; boundary=a'),
  body: [
    ...['--a', 'Content-Type: text/plain', '', 'The invoice is attached.', '--a'],
    ...['Content-Type: text/html', '', html, '--a--'],
  ].join('\r\n'),
});
const THANKS = { body: 'Thank you.' };
/** The fields and the body of a mail that answers one of ours, unless it names another one. */
export type Content = Required<Pick<TestMail, 'body'>> &
  Pick<TestMail, 'fields' | 'subject'> & { readonly answered?: string };
/** What differs between a forged copy and the mail that it imitates, and what both of them have. */
export const COPIES: readonly (readonly [string, Content, Content])[] = [
  ['text', { body: 'Pay to another account.' }, THANKS],
  ['HTML', withHtml('<p>Pay to account 666.</p>'), withHtml('<p>Pay to account 1.</p>')],
  ['file', withFile('account,666'), withFile('account,1')],
  ['subject', { ...THANKS, subject: 'Pay to another account' }, THANKS],
  ['reference', { ...THANKS, answered: messageId() }, THANKS],
  ['Cc', { ...THANKS, fields: ['Cc: kim@attacker.test'] }, THANKS],
  ['Reply-To', { ...THANKS, fields: ['Reply-To: kim@attacker.test'] }, THANKS],
];
