import { type EventDefinition, webhookPayload } from '@parley/contracts';
import { exampleOf } from './example.ts';
import { pascal, tagOf } from './resources.ts';
import type { Schemas } from './schemas.ts';
import type { OperationObject, Parameter } from './types.ts';

/** The headers of Standard Webhooks. */
const DELIVERY_HEADERS: readonly Parameter[] = [
  {
    name: 'webhook-id',
    in: 'header',
    description: 'Id of the event, the same at every attempt: a receiver deduplicates by it',
    required: true,
    schema: { type: 'string' },
    example: 'evt_01h2xcejqtf2nbrexx3vqjhp41',
  },
  {
    name: 'webhook-timestamp',
    in: 'header',
    description: 'When this attempt was made, in UNIX epoch seconds; refuse what is older than some minutes',
    required: true,
    schema: { type: 'string', pattern: '^\\d+$' },
    example: '1795242600',
  },
  {
    name: 'webhook-signature',
    in: 'header',
    description:
      '`v1,` and the base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}` with the signing secret; ' +
      'several, separated by spaces, while a secret is rotated',
    required: true,
    schema: { type: 'string', pattern: '^v1,[A-Za-z0-9+/]+=*( v1,[A-Za-z0-9+/]+=*)*$' },
    example: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  },
];

const RESPONSES = {
  '2XX': { description: 'Received. Anything else is tried again, for up to three days' },
  '410': { description: 'The receiver is gone: the subscription is disabled and nothing more is sent' },
  '429': {
    description: 'Too much at once: the next attempt waits for `Retry-After`, as it does after a 503',
  },
  default: { description: 'A failure, redirects included: the delivery is tried again' },
};

/** What the document says of the deliveries of one event. */
export function webhookObject(event: EventDefinition, schemas: Schemas): OperationObject {
  const name = `${pascal(event.type)}Event`;
  const schema = schemas.named(name, webhookPayload(event), 'output', event.summary);
  return {
    operationId: `on${pascal(event.type)}`,
    summary: event.summary,
    description: `${event.summary}. Sent to the subscriptions that ask for \`${event.type}\`, at least once.`,
    tags: [tagOf(event.type)],
    security: [],
    parameters: [...DELIVERY_HEADERS],
    requestBody: {
      description: 'The event, signed byte by byte: verify before you parse',
      required: true,
      content: { 'application/json': { schema, example: exampleOf(schema, schemas) } },
    },
    responses: RESPONSES,
  };
}
