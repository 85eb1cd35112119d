import { z } from 'zod';
import { ConversationParams } from '../conversation/conversation.operations.ts';
import { component, string } from '../documented.ts';
import { FileIds } from '../file/attachment.schema.ts';
import { idOf } from '../id.ts';
import { EmailInput, MessageType } from '../message/message.schema.ts';
import { defineOperation, noContent } from '../operation.ts';
import { CreatedAt, text, UpdatedAt } from '../schema.ts';

/** Bytes of a draft as JSON, with everything that is in it. */
export const DRAFT_MAX = 65_536;

const DraftType = MessageType.describe('Type of the message that it becomes');

export const Draft = component('Draft', 'What a user has begun to write in a conversation', {
  id: idOf('conversation').describe('Id of the conversation, in which a user has one draft'),
  user_id: idOf('user').describe('Id of the user who writes it'),
  type: DraftType,
  body: string('Text so far', 'We are looking in'),
  email: EmailInput.nullable().describe('Recipients, subject and HTML, as for a message; or null'),
  attachments: FileIds.describe('Ids of the files that it is to have'),
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});
export type Draft = z.output<typeof Draft>;

export const DraftInput = z
  .object({
    type: DraftType.default('reply'),
    body: text(DRAFT_MAX, 0).meta({ description: 'Text so far', examples: ['We are looking in'] }),
    email: EmailInput.nullable()
      .default(null)
      .meta({
        description: 'Recipients, subject and HTML, as for a message; or null',
        examples: [{ cc: ['kim@example.com'] }],
      }),
    attachments: FileIds.default([]),
  })
  .superRefine((draft, context) => {
    if (new TextEncoder().encode(JSON.stringify(draft)).length <= DRAFT_MAX) return;
    context.addIssue({
      code: 'custom',
      path: ['body'],
      message: 'must be at most 64 KiB with the rest of the draft',
    });
  });

const OWN = 'It is that of the user of the credential: nobody else reads or changes it.';

export const saveDraft = defineOperation({
  id: 'draft.save',
  route: 'PUT /v1/conversations/{conversation_id}/draft',
  scope: 'conversations:write',
  summary: 'Save a draft',
  description:
    `Stores what the user has begun to write in the conversation, in the place of the draft before. ${OWN} ` +
    'It takes what the creation of a message takes, up to 64 KiB together; whether its files exist is checked when the message is created. ' +
    'With the `ETag` of the draft in `If-Match` a draft that another tab has changed or deleted since returns 412. Emits no event.',
  params: ConversationParams,
  body: DraftInput,
  response: Draft,
});

export const getDraft = defineOperation({
  id: 'draft.get',
  route: 'GET /v1/conversations/{conversation_id}/draft',
  scope: 'conversations:read',
  summary: 'Retrieve a draft',
  description: `Returns what the user has begun to write in the conversation; 404 without one. ${OWN}`,
  params: ConversationParams,
  response: Draft,
});

export const deleteDraft = defineOperation({
  id: 'draft.delete',
  route: 'DELETE /v1/conversations/{conversation_id}/draft',
  scope: 'conversations:write',
  summary: 'Delete a draft',
  description:
    `Deletes what the user has begun to write in the conversation. ${OWN} The next message of the same type that the user creates ` +
    'there with another credential than an API key deletes it too.',
  params: ConversationParams,
  response: noContent,
});
