import { z } from 'zod';
import { defineCall } from '../call.ts';
import { idOf } from '../id.ts';
import { NotificationCause } from '../notification/notification.schema.ts';
import { Email, Timestamp } from '../schema.ts';

const oneTimeLink = {
  link: z.url({ protocol: /^https?$/ }).max(2_048),
  /** When the link ends, and the attempts to send it with it. */
  expires_at: Timestamp,
};

/** A mail of the product itself with a one-time link. It has no text of anybody, and of names only that of the workspace. */
export const LinkNotice = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('invitation'),
    workspace: z.object({ id: idOf('workspace'), name: z.string() }),
    ...oneTimeLink,
  }),
  // The accounts of an address may be in several workspaces, so that none is named.
  z.object({ kind: z.literal('password_reset'), ...oneTimeLink }),
]);
export type LinkNotice = z.output<typeof LinkNotice>;

const Accepted = z.object({
  accepted: z.boolean().describe('Whether the installation has a mailbox for its own mails'),
});

export const sendNotice = defineCall({
  id: 'notice.send',
  summary:
    'Mail a one-time link, unless the recipient or the workspace has had too many; a repeat sends nothing',
  input: z.object({ id: z.uuid(), email: Email, notice: LinkNotice }),
  output: Accepted,
});

/** Notifications that a digest shows; it counts the others. */
export const DIGEST_MAX = 20;

/** The notifications that a user has not read, newest first. It has no text of anybody. */
export const Digest = z.object({
  user_id: idOf('user'),
  unread: z.int().positive(),
  newest: z
    .array(z.object({ cause: NotificationCause, record_id: z.union([idOf('ticket'), idOf('conversation')]) }))
    .min(1)
    .max(DIGEST_MAX),
});
export type Digest = z.output<typeof Digest>;

export const sendDigest = defineCall({
  id: 'notice.send_digest',
  summary: 'Mail a user what they have not read, unless they are inactive; a repeat sends nothing',
  input: z.object({ id: z.uuid(), workspace_id: idOf('workspace'), digest: Digest }),
  output: Accepted,
});

export const getNoticeState = defineCall({
  id: 'notice.state',
  summary: 'Tell whether the installation has a mailbox for its own mails',
  input: z.object({}),
  output: z.object({ is_on: z.boolean() }),
});
