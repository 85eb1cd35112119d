import { z } from 'zod';
import { defineEvent } from '../event.ts';
import { idOf } from '../id.ts';
import { Webhook } from './webhook.schema.ts';

/** Sent once to the other subscriptions that ask for it, never to the one that is disabled. */
export const webhookDisabled = defineEvent({
  type: 'webhook.disabled',
  service: 'webhook',
  subject: 'webhook',
  audience: 'webhook',
  summary: 'A subscription was disabled because its receiver is gone or keeps failing',
  data: Webhook,
});

/** Sent by the test call alone, to its own subscription. */
export const webhookTest = defineEvent({
  type: 'webhook.test',
  service: 'webhook',
  subject: 'webhook',
  audience: 'webhook',
  summary: 'A test event',
  data: z
    .object({
      id: idOf('webhook'),
      message: z
        .string()
        .meta({ description: 'Says that this is a test', examples: ['This is a test event.'] }),
    })
    .meta({ description: 'The subscription that is tested' }),
});
