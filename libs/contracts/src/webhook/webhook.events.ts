import { z } from 'zod';
import { string } from '../documented.ts';
import { defineEvent } from '../event.ts';
import { idOf } from '../id.ts';
import { Webhook } from './webhook.schema.ts';

/** Sent to other subscriptions only, since nothing is delivered to a disabled one. */
export const webhookDisabled = defineEvent({
  type: 'webhook.disabled',
  summary: 'A webhook was disabled: its endpoint is gone or keeps failing, or its creator lost access',
  data: Webhook,
});

const administered = <const Type extends string, Data extends z.ZodType<{ id: string }>>(
  type: Type,
  summary: string,
  data: Data,
) => defineEvent({ type, summary, data, audience: 'bus' });

/** Events for the audit log. */
export const webhookCreated = administered('webhook.created', 'A webhook was created', Webhook);
export const webhookUpdated = administered('webhook.updated', 'A webhook was updated', Webhook);
export const webhookSecretRotated = administered(
  'webhook.secret_rotated',
  'The secret of a webhook was replaced',
  Webhook,
);
export const webhookDeleted = administered(
  'webhook.deleted',
  'A webhook was deleted',
  z.object({ id: idOf('webhook') }),
);

/** Sent only by `webhook.test`, and only to the tested webhook. */
export const webhookTest = defineEvent({
  type: 'webhook.test',
  summary: 'A test event',
  data: z
    .object({ id: idOf('webhook'), message: string('Text of the test event', 'This is a test event.') })
    .describe('The tested webhook'),
});
