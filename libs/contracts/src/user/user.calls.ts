import { z } from 'zod';
import { idOf } from '../id.ts';
import { defineCall, defineTenantCall } from '../call.ts';
import { Email } from '../schema.ts';
import { User } from './user.operations.ts';

export const lookUpUser = defineCall({
  id: 'user.look_up',
  summary: 'Retrieve a user for a service that has no projection of it',
  input: z.object({ workspaceId: idOf('workspace'), userId: idOf('user') }),
  output: User.nullable(),
});

export const findUserByEmail = defineTenantCall({
  id: 'user.find_by_email',
  summary:
    'The active user with an e-mail address who may write messages, which a viewer may not; null without one',
  input: z.object({ email: Email }),
  output: z.object({ id: idOf('user') }).nullable(),
});

/** The most users of a workspace that get a notice. */
export const NOTICE_RECIPIENTS_MAX = 10;

export const listNoticeRecipients = defineCall({
  id: 'user.list_notice_recipients',
  summary:
    'List the active users of a workspace who get a notice; null if the workspace is gone. Without ids they are its admins, the oldest first',
  input: z.object({
    workspaceId: idOf('workspace'),
    userIds: z.array(idOf('user')).max(NOTICE_RECIPIENTS_MAX).nullable(),
  }),
  output: z
    .object({
      workspace_name: z.string(),
      console_url: z.string().describe('Address of the account console, with a slash at its end'),
      recipients: z.array(z.object({ id: idOf('user'), email: z.string() })).max(NOTICE_RECIPIENTS_MAX),
    })
    .nullable(),
});
