import {
  busEvents,
  DEFAULT_BUS_PREFIX,
  envelopeAttributes,
  eventEnvelope,
  eventExchangeOf,
  SHARD_HEADER,
  SHARDS,
  type EventDefinition,
} from '@parley/contracts';
import { exampleOf } from '../example.ts';
import { INFO } from '../info.ts';
import { pascal, tagOf } from '../resources.ts';
import { Schemas } from '../schemas.ts';
import type { JsonSchema } from '../types.ts';

const DESCRIPTION = `Every event of committed changes, as published to RabbitMQ. Bind a queue of your own to
the topic exchange with the event types that you need as binding keys; \`ticket.*\` and \`#\` work.

**Messages** are [CloudEvents](https://cloudevents.io) 1.0 in structured JSON: \`type\` is the event type, \`data\` the record
as the API shows it. The operations say what the platform sends; you receive it.

**Delivery** is at least once and usually in order. Deduplicate by \`id\`. Where order matters, store the greatest
\`sequence\` of each \`subject\` and ignore older events. Acknowledge a message after you have processed it.

**Compatibility**: events only gain fields. Ignore unknown fields, enum values and event types. An incompatible change is
made as a new event type beside the old one.`;

const CONTENT_TYPE = 'application/cloudevents+json';
/** Version of the AMQP bindings of AsyncAPI. */
const BINDING_VERSION = '0.3.0';

const SERVER = {
  host: 'localhost:5672',
  protocol: 'amqp',
  protocolVersion: '0-9-1',
  description: 'RabbitMQ of the installation (`AMQP_URL`); `amqps` if it requires TLS',
  security: [{ $ref: '#/components/securitySchemes/busUser' }],
} as const;
const BUS_USER = {
  type: 'userPassword',
  description: 'A user of RabbitMQ with the rights of a subscriber: see docs/bus.md',
} as const;
const PUBLISHED = {
  deliveryMode: 2,
  mandatory: true,
  timestamp: true,
  bindingVersion: BINDING_VERSION,
} as const;

/** The parts of AsyncAPI 3.0 that the document uses. */
export type AsyncApiDocument = ReturnType<typeof asyncApiDocument>;

/**
 * Builds the AsyncAPI 3.0 document of the event bus from the contracts: what the platform sends, for those who subscribe.
 * @param prefix the BUS_PREFIX of the installation
 */
export function asyncApiDocument(
  of: readonly EventDefinition[] = busEvents,
  prefix: string = DEFAULT_BUS_PREFIX,
) {
  const schemas = new Schemas();
  const inOrder = of.toSorted((a, b) => (a.type < b.type ? -1 : 1));
  const byType = <Value>(valueOf: (event: EventDefinition) => Value): Record<string, Value> =>
    Object.fromEntries(inOrder.map((event) => [event.type, valueOf(event)]));
  const messages = byType((event) => messageOf(event, schemas));
  return {
    asyncapi: '3.0.0',
    id: 'urn:parley:events',
    info: {
      title: 'Parley events',
      version: INFO.version,
      description: DESCRIPTION,
      contact: INFO.contact,
      license: { name: INFO.license.name, url: 'https://www.apache.org/licenses/LICENSE-2.0' },
      tags: [...new Set(inOrder.map(({ type }) => tagOf(type)))].toSorted().map((name) => ({ name })),
    },
    defaultContentType: CONTENT_TYPE,
    servers: { rabbitmq: SERVER },
    channels: byType((event) => channelOf(event, eventExchangeOf(prefix))),
    operations: Object.fromEntries(inOrder.map((event) => [`send${pascal(event.type)}`, operationOf(event)])),
    components: {
      schemas: Object.fromEntries(
        Object.entries(schemas.components).toSorted(([a], [b]) => (a < b ? -1 : 1)),
      ),
      messages,
      messageTraits: { cloudEvent: { contentType: CONTENT_TYPE, headers: headersOf(schemas) } },
      operationTraits: { published: { bindings: { amqp: PUBLISHED } } },
      securitySchemes: { busUser: BUS_USER },
    },
  };
}

function messageOf(event: EventDefinition, schemas: Schemas) {
  const { type, summary, audience } = event;
  const payload = schemas.named(
    pascal(type),
    { title: type, ...schemas.of(eventEnvelope(event), 'output') },
    summary,
  );
  return {
    name: type,
    title: type,
    summary,
    tags: [{ name: tagOf(type) }],
    traits: [{ $ref: '#/components/messageTraits/cloudEvent' }],
    payload: { $ref: payload.$ref as string },
    bindings: { amqp: { messageType: type, bindingVersion: BINDING_VERSION } },
    examples: [{ name: 'example', payload: exampleOf(payload, schemas) }],
    'x-webhooks': audience === 'webhook',
  };
}

function channelOf({ type, summary }: EventDefinition, exchange: string) {
  return {
    address: type,
    summary,
    messages: { [type]: { $ref: `#/components/messages/${type}` } },
    bindings: {
      amqp: {
        is: 'routingKey',
        exchange: { name: exchange, type: 'topic', durable: true, autoDelete: false },
        bindingVersion: BINDING_VERSION,
      },
    },
  };
}

function operationOf({ type, summary }: EventDefinition) {
  return {
    action: 'send',
    summary,
    channel: { $ref: `#/channels/${type}` },
    messages: [{ $ref: `#/channels/${type}/messages/${type}` }],
    traits: [{ $ref: '#/components/operationTraits/published' }],
  };
}

/** The attributes as headers, for subscribers that filter or route without parsing the body. */
function headersOf(schemas: Schemas): JsonSchema {
  const attributes = Object.entries(envelopeAttributes).map(([name, schema]): [string, JsonSchema] => [
    `cloudEvents_${name}`,
    schemas.of(schema, 'output'),
  ]);
  return {
    type: 'object',
    description: 'The attributes of the event with up to 256 characters; longer ones are in the body alone',
    properties: {
      ...Object.fromEntries(attributes),
      [SHARD_HEADER]: {
        type: 'string',
        description: 'The shard of `partitionkey`, by which work queues keep the order of a record',
        enum: Array.from({ length: SHARDS }, (_, shard) => String(shard)),
      },
    },
  };
}
