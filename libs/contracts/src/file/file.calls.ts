import { z } from 'zod';
import { idOf } from '../id.ts';
import { defineTenantCall } from '../call.ts';
import { Attachable, StoredAttachment } from './attachment.schema.ts';

export const attachFiles = defineTenantCall({
  id: 'file.attach',
  summary:
    'Attach files and uploads to a message that is about to be committed. Until this is confirmed it is undone if that ' +
    'message does not exist',
  input: z.object({
    conversation_id: idOf('conversation'),
    message_id: idOf('message'),
    files: z.array(Attachable).min(1),
  }),
  output: z.array(StoredAttachment),
});

export const confirmFiles = defineTenantCall({
  id: 'file.confirm',
  summary:
    'Keep the attachments of a message that was committed; answers which of their files were deleted meanwhile',
  input: z.object({ message_id: idOf('message') }),
  output: z.array(idOf('file')),
});

export const discardFiles = defineTenantCall({
  id: 'file.discard',
  summary: 'Remove uploads and unconfirmed attachments of a request that failed',
  input: z.object({ ids: z.array(idOf('file')) }),
  output: z.null(),
});

export const deleteFilesOfMessages = defineTenantCall({
  id: 'file.delete_of_messages',
  summary: 'Remove the attachments of messages, and the files that no other message has',
  input: z.object({ message_ids: z.array(idOf('message')) }),
  output: z.null(),
});

export const moveFilesOfMessage = defineTenantCall({
  id: 'file.move_of_message',
  summary: 'Have the files of a message deleted with this conversation, which it turned out to be in',
  input: z.object({ message_id: idOf('message'), conversation_id: idOf('conversation') }),
  output: z.null(),
});
