/**
 * The list of services, with the resources that each owns: the nouns of its procedure ids and event types. Whatever else names
 * services derives from this list, or is checked against it. CONTRIBUTING.md says what a new one takes.
 */
const RESOURCES = {
  identity: [
    'app',
    'audit',
    'grant',
    'key',
    'me',
    'member',
    'oauth',
    'pat',
    'team',
    'token',
    'user',
    'workspace',
  ],
  contact: ['contact'],
  conversation: ['connection', 'conversation', 'draft', 'message', 'tag'],
  ticket: ['inbox', 'sla', 'ticket'],
  file: ['file'],
  mail: [
    'contact_form',
    'incoming_mail',
    'mailbox',
    'notice',
    'outgoing_mail',
    'sender_rule',
    'sending_domain',
    'suppression',
  ],
  webhook: ['delivery', 'presence', 'webhook'],
  automation: [
    'assignment',
    'conversation_follower',
    'job',
    'macro',
    'notification',
    'notification_device',
    'report',
    'ticket_follower',
    'view',
  ],
} satisfies Record<string, readonly string[]>;

export type ServiceName = keyof typeof RESOURCES;

/** The services behind the gateway, in the order in which they start; each has a schema, a role and queues of its own. */
export const services = Object.keys(RESOURCES) as readonly ServiceName[];

const OWNERS = new Map<string, ServiceName | 'gateway' | 'each'>([
  ...services.flatMap((service) => RESOURCES[service].map((noun) => [noun, service] as const)),
  ['search', 'gateway'],
  ...['erasure', 'event', 'secrets', 'service'].map((noun) => [noun, 'each'] as const),
]);

/** The service of a procedure or an event. Throws if its noun has no owner. */
export function ownerOf(id: string): ServiceName | 'gateway' | 'each' {
  const owner = OWNERS.get(id.slice(0, id.indexOf('.')));
  if (owner === undefined) throw new Error(`No service owns ${id}`);
  return owner;
}
