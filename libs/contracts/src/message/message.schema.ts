import { z } from 'zod';
import { File } from '../file/file.schema.ts';
import { idOf } from '../id.ts';
import { CreatedAt, text } from '../schema.ts';

export const MessageType = z.enum(['reply', 'note', 'comment']).meta({
  description:
    'reply: the contact sees it; note: only the team does; comment: on record for the contact, not sent to them',
});
export type MessageType = z.output<typeof MessageType>;

export const AuthorType = z.enum(['contact', 'user']).meta({ description: 'What the author is' });
export type AuthorType = z.output<typeof AuthorType>;

const author = <Kind extends AuthorType>(kind: Kind, example: string) =>
  z.object({
    type: z.literal(kind).meta({ description: 'What the author is' }),
    id: idOf(kind),
    name: z
      .string()
      .nullable()
      .meta({ description: 'Name of the author', examples: [example] }),
  });

export const Message = z
  .object({
    id: idOf('message'),
    conversation_id: idOf('conversation'),
    body: z.string().meta({ description: 'What it says', examples: ['We are looking into it.'] }),
    type: MessageType,
    author: z.discriminatedUnion('type', [author('user', 'Kim Lee'), author('contact', 'Dana Reyes')]).meta({
      description: 'Who wrote it',
      examples: [{ type: 'user', id: 'user_01h2xcejqtf2nbrexx3vqjhp41', name: 'Kim Lee' }],
    }),
    attachments: z.array(File).meta({ description: 'Files that came with it' }),
    created_at: CreatedAt,
  })
  .meta({ id: 'Message', description: 'A contribution to a conversation' });
export type Message = z.output<typeof Message>;

/** A message as it is sent. */
export const NewMessage = z.object({
  body: text(65_536).meta({ description: 'What it says', examples: ['We are looking into it.'] }),
  type: MessageType.optional().meta({ description: 'By default reply of a user, comment of a contact' }),
  author: z
    .object({ type: AuthorType })
    .default({ type: 'user' })
    .meta({ description: 'Who wrote it: the user of the credential, or the contact of the conversation' }),
});
export type NewMessage = z.output<typeof NewMessage>;
