import type { Message } from '@parley/contracts';

/** Whether a message is a note that mentions users. */
export const isMentioning = ({ type, mentions = [] }: Pick<Message, 'type'> & Partial<Message>): boolean =>
  type === 'note' && mentions.length > 0;

/** Whether a contact has written a message to which somebody waits for an answer: what a program wrote needs none. */
export const isAwaited = ({ author, email }: Pick<Message, 'author' | 'email'>): boolean =>
  author.type === 'contact' && email?.is_automatic !== true;
