import { z } from 'zod';
import { idOf } from '../id.ts';
import { Timestamp } from '../schema.ts';

export const WebhookStatus = z.enum(['enabled', 'disabled']);
export const DisabledReason = z.enum(['gone', 'failing', 'manual']);

export const Webhook = z
  .object({
    id: idOf('webhook'),
    url: z.string(),
    events: z.array(z.string()),
    status: WebhookStatus,
    disabled_reason: DisabledReason.nullable(),
    secret_last4: z.string(),
    last_delivery_at: Timestamp.nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Webhook', description: 'A subscription: where events are delivered' });
export type Webhook = z.output<typeof Webhook>;
