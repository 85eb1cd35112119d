import { z } from 'zod';
import { idOf } from '../id.ts';
import { Inbox, InboxPatch, NewInbox } from '../inbox/inbox.operations.ts';
import { noContent } from '../operation.ts';
import { defineConsoleOperation } from './console-operation.ts';

// Inboxes are listed by `GET /v1/inboxes` of the public API.

const InboxParams = z.object({ inbox_id: idOf('inbox') });

export const createInbox = defineConsoleOperation({
  id: 'inbox.create',
  route: 'POST /inboxes',
  status: 201,
  roles: ['admin'],
  summary: 'Create an inbox, in live and test mode',
  body: NewInbox,
  response: Inbox,
});

export const updateInbox = defineConsoleOperation({
  id: 'inbox.update',
  route: 'PATCH /inboxes/{inbox_id}',
  roles: ['admin'],
  summary: 'Rename an inbox, in live and test mode',
  params: InboxParams,
  body: InboxPatch,
  response: Inbox,
});

export const deleteInbox = defineConsoleOperation({
  id: 'inbox.delete',
  route: 'DELETE /inboxes/{inbox_id}',
  roles: ['admin'],
  summary: 'Delete an inbox; 422 `invalid_parameter` while it contains tickets of either mode',
  params: InboxParams,
  response: noContent,
});
