import { z } from 'zod';
import { defineEvent } from '../event.ts';
import { idOf } from '../id.ts';
import { Webhook } from './webhook.schema.ts';

/** Sent to other subscriptions only, since nothing is delivered to a disabled one. */
export const webhookDisabled = defineEvent({
  type: 'webhook.disabled',
  summary: 'A webhook was disabled because its endpoint is gone or keeps failing',
  data: Webhook,
});

/** Sent only by `webhook.test`, and only to the tested webhook. */
export const webhookTest = defineEvent({
  type: 'webhook.test',
  summary: 'A test event',
  data: z
    .object({
      id: idOf('webhook'),
      message: z
        .string()
        .meta({ description: 'Text of the test event', examples: ['This is a test event.'] }),
    })
    .meta({ description: 'The tested webhook' }),
});
