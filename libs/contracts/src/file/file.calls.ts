import { z } from 'zod';
import { idOf } from '../id.ts';
import { defineTenantCall } from '../call.ts';
import { File } from './file.schema.ts';
import { Upload } from './upload.schema.ts';

/** A file as the message that it is attached to stores it: without what is derived at each read. */
export const Attachment = File.omit({ url: true });
export type Attachment = z.output<typeof Attachment>;

export const attachFiles = defineTenantCall({
  id: 'file.attach',
  summary:
    'Make files of uploads for a message that is about to be committed. Until they are confirmed they are removed if that ' +
    'message does not exist',
  input: z.object({
    conversation_id: idOf('conversation'),
    message_id: idOf('message'),
    uploads: z.array(Upload).min(1),
  }),
  output: z.array(Attachment),
});

export const confirmFiles = defineTenantCall({
  id: 'file.confirm',
  summary: 'Keep the attached files of a message that was committed',
  input: z.object({ message_id: idOf('message') }),
  output: z.null(),
});

export const discardFiles = defineTenantCall({
  id: 'file.discard',
  summary: 'Remove uploads and unconfirmed attachments of a request that failed',
  input: z.object({ ids: z.array(idOf('file')) }),
  output: z.null(),
});

export const deleteFilesOfMessages = defineTenantCall({
  id: 'file.delete_of_messages',
  summary: 'Delete the files that are attached to messages',
  input: z.object({ message_ids: z.array(idOf('message')) }),
  output: z.null(),
});
