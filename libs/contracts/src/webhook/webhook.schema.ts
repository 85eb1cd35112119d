import { ActorType } from '../actor.ts';
import { z } from 'zod';
import { component, nullableString, string } from '../documented.ts';
import { RecordFilter, RecordFilterInput } from '../filter/filter.schema.ts';
import { idOf } from '../id.ts';
import { CreatedAt, text, Timestamp, UpdatedAt } from '../schema.ts';

export const WebhookStatus = z.enum(['enabled', 'disabled']).meta({
  id: 'WebhookStatus',
  description: 'Status of the webhook; nothing is delivered while it is disabled',
});
export const DisabledReason = z.enum(['gone', 'failing', 'manual', 'revoked']);

/** Webhooks that a signed-in user creates in the account console belong to the user, since their session is short. */
export const WEBHOOK_CREATORS = ['api_key', 'personal_access_token', 'oauth_access_token', 'user'] as const;
export type WebhookCreatorType = (typeof WEBHOOK_CREATORS)[number];

/** Fields that callers write and read in the same form. */
export const webhookFields = {
  url: text(2048).meta({
    description: 'URL of the endpoint (http or https) that receives POST requests',
    examples: ['https://example.com/hooks'],
  }),
  description: text(1000, 0)
    .nullable()
    .meta({ description: 'Note about the purpose of the webhook, or null', examples: ['Sync to the CRM'] }),
  rate_limit: z
    .int()
    .min(1)
    .max(1_000)
    .nullable()
    .meta({
      description:
        'Maximum delivery attempts per second, retries included; null means unlimited. Unused capacity of one second can ' +
        'be used as a burst',
      examples: [20],
    }),
  filter: RecordFilterInput.nullable().meta({
    description:
      'Conditions on the record of an event, which alone is delivered then; or null. All event types must be of one resource: ' +
      '`ticket`, `conversation` or `message`. The fields are those of views, for messages `message.type` and the like; after `previous.`, ' +
      'such as in `previous.status`, those of the record before the change. What has no whole record, such as a deletion, is always delivered',
    examples: [null],
  }),
};

/** Version of the API whose form the bodies of deliveries have. */
export const API_VERSION = 'v1';
export const ApiVersion = z.literal(API_VERSION).describe('Version of the API whose form `data` has');

export const Webhook = component('Webhook', 'A webhook endpoint and the events that are delivered to it', {
  id: idOf('webhook'),
  ...webhookFields,
  events: z
    .array(z.string().meta({ examples: ['ticket.*'] }))
    .describe('Event types, prefixes like `ticket.*`, or `*`'),
  filter: RecordFilter.nullable().describe('Conditions on the record of an event, or null'),
  api_version: ApiVersion,
  status: WebhookStatus,
  disabled_reason: DisabledReason.nullable().describe(
    'Reason for the `disabled` status. `gone`: the endpoint returned 410; `failing`: it kept failing; `manual`: by ' +
      'request; `revoked`: the grant, personal access token or user that created it has ended, or the user may not manage ' +
      'webhooks any more; null while enabled',
  ),
  created_by: z
    .object({
      type: ActorType.extract(WEBHOOK_CREATORS).describe(
        'Type of the credential, or `user` for a signed-in user',
      ),
      id: string('Id of the API key, personal access token, grant or user', 'key_01h2xcejqtf2nbrexx3vqjhp41'),
    })
    .nullable()
    .describe(
      'Credential or user that created the webhook, or null if it is unknown. The webhook is disabled when a grant, personal ' +
        'access token or user ends, or the user may not manage webhooks any more; webhooks of an API key stay, because keys ' +
        'belong to the workspace',
    ),
  secret_last4: nullableString(
    'Last four characters of the secret, or null if it has less than 16 characters',
    'cret',
  ),
  last_delivery_at: Timestamp.nullable().describe('Time of the last successful delivery, or null'),
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});
export type Webhook = z.output<typeof Webhook>;
