// The parts of AsyncAPI 3.0 that the document uses.
import type { JsonSchema } from '../types.ts';

/** A type alias, because a schema may be a reference and schemas have an index. */
type Reference = { $ref: string };

export interface AsyncApiMessage {
  name: string;
  title: string;
  summary: string;
  tags: { name: string }[];
  payload: Reference;
  traits: Reference[];
  bindings: { amqp: { messageType: string; bindingVersion: string } };
  examples: { name: string; payload: unknown }[];
  /** Whether webhooks receive the event too. */
  'x-webhooks': boolean;
}

/** What all messages have in common. */
export interface AsyncApiMessageTrait {
  contentType: string;
  headers: JsonSchema;
}

export interface AsyncApiChannel {
  /** The routing key. */
  address: string;
  summary: string;
  messages: Record<string, Reference>;
  bindings: {
    amqp: {
      is: 'routingKey';
      exchange: { name: string; type: string; durable: boolean; autoDelete: boolean };
      bindingVersion: string;
    };
  };
}

export interface AsyncApiOperation {
  action: 'send';
  summary: string;
  channel: Reference;
  messages: Reference[];
  traits: Reference[];
}

export interface AsyncApiDocument {
  asyncapi: '3.0.0';
  id: string;
  info: Record<string, unknown>;
  defaultContentType: string;
  servers: Record<string, unknown>;
  channels: Record<string, AsyncApiChannel>;
  operations: Record<string, AsyncApiOperation>;
  components: {
    schemas: Record<string, JsonSchema>;
    messages: Record<string, AsyncApiMessage>;
    messageTraits: { cloudEvent: AsyncApiMessageTrait };
    operationTraits: Record<string, unknown>;
    securitySchemes: Record<string, unknown>;
  };
}
