/** How the nouns of operation ids (`ticket.create`) are grouped and named in the document. */
interface ResourceNames {
  /** In names of operations that answer several: `listTickets`. */
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

/** In the order in which they are shown. */
export const TAGS = [
  { name: 'Conversations', description: 'Exchanges with contacts' },
  { name: 'Messages', description: 'Contributions to conversations: replies, internal notes and comments' },
  { name: 'Contacts', description: 'People who write to the workspace' },
  {
    name: 'Tickets',
    description: 'Requests that somebody has to resolve, with SLA clocks, and their inboxes',
  },
  { name: 'Users', description: 'Members of the workspace, and whose credential a request carries' },
  { name: 'Teams', description: 'Groups of users' },
  { name: 'Tags', description: 'Words that group conversations and tickets' },
  { name: 'Files', description: 'Uploads and attachments' },
  { name: 'Search', description: 'Conversations, contacts and tickets by their text' },
  {
    name: 'Webhooks',
    description:
      'Subscriptions to events, which are delivered as signed POST requests (Standard Webhooks), and their deliveries',
  },
] as const;

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
/** `first_response` → `FirstResponse`. */
export const pascal = (name: string): string => name.split(/[._]/).map(capital).join('');

/** The tag under which the operations of a noun stand; a noun that is not known above stands for itself. */
export function tagOf(id: string): string {
  const noun = id.slice(0, id.indexOf('.'));
  return RESOURCES[noun]?.tag ?? pascal(noun);
}

/** `ticket.create` → `createTicket`, `ticket.list` → `listTickets`: the names that generated clients give. */
export function operationIdOf(id: string, several: boolean): string {
  const [noun = '', verb = ''] = id.split('.');
  const named = several ? (RESOURCES[noun]?.plural ?? `${noun}s`) : noun;
  const name = pascal(verb) + pascal(named);
  return name.charAt(0).toLowerCase() + name.slice(1);
}
