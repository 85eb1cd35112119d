/** The services behind the gateway; each owns a schema, a role and the handlers of its operations. */
export const SERVICES = ['identity', 'contact', 'conversation', 'ticket', 'file', 'webhook'] as const;
export type ServiceName = (typeof SERVICES)[number];

/** The service that owns a resource, by the noun of procedure ids and event types. */
const OWNERS: Readonly<Record<string, ServiceName | 'gateway' | 'each'>> = {
  app: 'identity',
  audit: 'identity',
  contact: 'contact',
  conversation: 'conversation',
  delivery: 'webhook',
  erasure: 'each',
  event: 'each',
  file: 'file',
  grant: 'identity',
  inbox: 'ticket',
  key: 'identity',
  me: 'identity',
  member: 'identity',
  message: 'conversation',
  oauth: 'identity',
  pat: 'identity',
  search: 'gateway',
  secrets: 'each',
  service: 'each',
  sla: 'ticket',
  tag: 'conversation',
  team: 'identity',
  ticket: 'ticket',
  token: 'identity',
  user: 'identity',
  webhook: 'webhook',
  workspace: 'identity',
};

/** The service of a procedure or an event. Throws if its noun has no owner. */
export function ownerOf(id: string): ServiceName | 'gateway' | 'each' {
  const owner = OWNERS[id.slice(0, id.indexOf('.'))];
  if (owner === undefined) throw new Error(`No service owns ${id}`);
  return owner;
}
