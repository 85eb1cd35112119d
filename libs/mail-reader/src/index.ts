export { IMAGES_MAX, type InlineImage } from './display/inline-image.ts';
export type { MailToShow, ShownMail } from './display/show-mail.ts';
export { readHeaders } from './read-headers.ts';
export { messageIds } from './headers/message-ids.ts';
export { readMail } from './read.ts';
export type * from './read-mail.ts';
export type { MailPart, TakePart } from './structure/file-parts.ts';
export { MailReaders, type MailReadersOptions } from './threads/mail-readers.ts';
export { UnreadableMailError, type UnreadableMailCode } from './unreadable-mail-error.ts';
