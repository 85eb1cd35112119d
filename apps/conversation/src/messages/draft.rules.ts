import type { createMessage, MessageType, ParsedInput } from '@parley/contracts';

/** A new message without its files. */
export type Draft = Omit<ParsedInput<typeof createMessage>['body'], 'attachments'>;

/** Type of a new message: by default, a user's message is a reply and a contact's a comment. */
export const typeOf = ({ type, author }: Pick<Draft, 'type' | 'author'>): MessageType =>
  type ?? (author.type === 'contact' ? 'comment' : 'reply');
