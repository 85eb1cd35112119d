import type { EventDefinition, TenantEvent } from './event.ts';
import * as contact from './contact/contact.events.ts';
import * as conversation from './conversation/conversation.events.ts';
import * as message from './message/message.events.ts';
import * as tag from './tag/tag.events.ts';
import * as ticket from './ticket/ticket.events.ts';
import * as user from './user/user.events.ts';
import * as webhook from './webhook/webhook.events.ts';

/** Every event there is. A new one joins by being exported from its resource's file. */
export const events: readonly EventDefinition[] = [
  contact,
  conversation,
  message,
  tag,
  ticket,
  user,
  webhook,
].flatMap((module) => Object.values<EventDefinition>(module));

/** The events that integrations can subscribe to. */
export const webhookEvents: readonly TenantEvent[] = events.filter(
  (event): event is TenantEvent => event.audience === 'webhook',
);

export const webhookEventTypes: readonly string[] = webhookEvents.map((event) => event.type);

const byType = new Map(events.map((event) => [event.type, event]));

/** The definition of an event type, or `undefined` for one that this version does not know. */
export function eventOfType(type: string): EventDefinition | undefined {
  return byType.get(type);
}
