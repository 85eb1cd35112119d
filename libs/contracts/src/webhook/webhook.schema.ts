import { z } from 'zod';
import { idOf } from '../id.ts';
import { CreatedAt, Timestamp, UpdatedAt } from '../schema.ts';

export const WebhookStatus = z
  .enum(['enabled', 'disabled'])
  .meta({ description: 'Nothing is delivered to a disabled subscription' });
export const DisabledReason = z.enum(['gone', 'failing', 'manual']);

export const Webhook = z
  .object({
    id: idOf('webhook'),
    url: z.string().meta({ description: 'Where events are sent', examples: ['https://example.com/hooks'] }),
    events: z
      .array(z.string().meta({ examples: ['ticket.*'] }))
      .meta({ description: 'Names of events, prefixes like ticket.*, or *' }),
    status: WebhookStatus,
    disabled_reason: DisabledReason.nullable().meta({
      description:
        'gone: the receiver answered 410; failing: it kept failing; manual: by request; null: enabled',
    }),
    rate_limit: z
      .int()
      .nullable()
      .meta({
        description: 'Requests a second at most, of which one second may be saved up; null for no limit',
        examples: [20],
      }),
    secret_last4: z.string().meta({ description: 'The last characters of the secret', examples: ['cret'] }),
    last_delivery_at: Timestamp.nullable().meta({
      description: 'When a delivery last succeeded; null before the first',
    }),
    created_at: CreatedAt,
    updated_at: UpdatedAt,
  })
  .meta({ id: 'Webhook', description: 'A subscription: where events are delivered' });
export type Webhook = z.output<typeof Webhook>;
