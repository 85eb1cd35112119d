/** Plural and tag by the noun of an operation id. */
interface ResourceNames {
  /** Used in the names of operations that return several: `listTickets`. */
  readonly plural: string;
  readonly tag: string;
}

const RESOURCES: Readonly<Record<string, ResourceNames>> = {
  conversation: { plural: 'conversations', tag: 'Conversations' },
  message: { plural: 'messages', tag: 'Messages' },
  contact: { plural: 'contacts', tag: 'Contacts' },
  ticket: { plural: 'tickets', tag: 'Tickets' },
  inbox: { plural: 'inboxes', tag: 'Tickets' },
  me: { plural: 'me', tag: 'Users' },
  user: { plural: 'users', tag: 'Users' },
  team: { plural: 'teams', tag: 'Teams' },
  member: { plural: 'members', tag: 'Teams' },
  tag: { plural: 'tags', tag: 'Tags' },
  file: { plural: 'files', tag: 'Files' },
  search: { plural: 'search', tag: 'Search' },
  webhook: { plural: 'webhooks', tag: 'Webhooks' },
  delivery: { plural: 'deliveries', tag: 'Webhooks' },
};

/** In display order. */
export const TAGS = [
  { name: 'Conversations', description: 'Conversations with contacts' },
  { name: 'Messages', description: 'Replies, internal notes and comments in conversations' },
  { name: 'Contacts', description: 'People who communicate with the workspace' },
  {
    name: 'Tickets',
    description: 'Support requests with a first-response SLA, and their inboxes',
  },
  { name: 'Users', description: 'Members of the workspace, and the current credential' },
  { name: 'Teams', description: 'Groups of users' },
  { name: 'Tags', description: 'Labels on conversations and tickets' },
  { name: 'Files', description: 'Uploads and attachments' },
  { name: 'Search', description: 'Full-text search in conversations, contacts and tickets' },
  {
    name: 'Webhooks',
    description:
      'Endpoints that receive events as signed POST requests (Standard Webhooks), and their deliveries',
  },
] as const;

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
/** `first_response` → `FirstResponse`. */
export const pascal = (name: string): string => name.split(/[._]/).map(capital).join('');

/** A noun without an entry above is its own tag. */
export function tagOf(id: string): string {
  const noun = id.slice(0, id.indexOf('.'));
  return RESOURCES[noun]?.tag ?? pascal(noun);
}

/** `ticket.create` → `createTicket`, `ticket.list` → `listTickets`. */
export function operationIdOf(id: string, several: boolean): string {
  const [noun = '', verb = ''] = id.split('.');
  const named = several ? (RESOURCES[noun]?.plural ?? `${noun}s`) : noun;
  const name = pascal(verb) + pascal(named);
  return name.charAt(0).toLowerCase() + name.slice(1);
}
