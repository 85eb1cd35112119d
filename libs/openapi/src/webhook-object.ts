import { type EventDefinition, webhookPayload } from '@parley/contracts';
import { exampleOf } from './example.ts';
import { textParameter } from './headers.ts';
import { EVENTS_TAG, pascal } from './resources.ts';
import type { Schemas } from './schemas.ts';
import type { OperationObject } from './types.ts';

/** Not `Event`, which is a global type of browsers. */
const EVENT_UNION = 'WebhookEvent';

const DELIVERY_HEADERS = [
  textParameter(
    'header',
    true,
    'webhook-id',
    'Id of the event, the same for every attempt. Use it to deduplicate deliveries',
    'evt_01h2xcejqtf2nbrexx3vqjhp41',
  ),
  textParameter(
    'header',
    true,
    'webhook-timestamp',
    'Time of the attempt in Unix epoch seconds. Reject requests older than a few minutes to prevent replays',
    '1795242600',
    { pattern: '^\\d+$' },
  ),
  textParameter(
    'header',
    true,
    'webhook-signature',
    'Signature: `v1,` and the base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}` with the signing ' +
      'secret; two signatures separated by a space while a secret is rotated',
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  ),
  textParameter(
    'header',
    false,
    'traceparent',
    'W3C Trace Context of the request that caused the event, for your own spans. Absent if the platform exports no traces',
    '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  ),
];

const RESPONSES = {
  '2XX': { description: 'Received. Any other status is retried for up to three days' },
  '410': { description: 'The endpoint is gone. The webhook is disabled' },
  '429': {
    description: 'Too many requests. The next attempt waits for `Retry-After`, as after a 503',
  },
  default: { description: 'Failure, redirects included. The delivery is retried' },
};

function eventSchema(event: EventDefinition, schemas: Schemas) {
  const { type, summary } = event;
  const schema = { title: type, ...schemas.of(webhookPayload(event), 'output') };
  return schemas.named(`${pascal(type)}Event`, schema, summary);
}

/** The union of all events, told apart by `event`. */
export function addEventUnion(sending: readonly EventDefinition[], schemas: Schemas): void {
  const mapping = Object.fromEntries(
    sending.map((event) => [event.type, eventSchema(event, schemas).$ref as string]),
  );
  schemas.named(
    EVENT_UNION,
    {
      oneOf: Object.values(mapping).map(($ref) => ({ $ref })),
      discriminator: { propertyName: 'event', mapping },
    },
    'Body of a request to a webhook. Check `event` first: later versions send events that this list does not have',
  );
}

export function webhookObject(event: EventDefinition, schemas: Schemas): OperationObject {
  const schema = eventSchema(event, schemas);
  return {
    operationId: `on${pascal(event.type)}`,
    summary: event.type,
    description: `${event.summary}. Delivered at least once to webhooks that subscribe to \`${event.type}\`.`,
    tags: [EVENTS_TAG],
    security: [],
    parameters: DELIVERY_HEADERS,
    requestBody: {
      description: 'The event. Verify the signature of the raw body before you parse it',
      required: true,
      content: { 'application/json': { schema, example: exampleOf(schema, schemas) } },
    },
    responses: RESPONSES,
  };
}
