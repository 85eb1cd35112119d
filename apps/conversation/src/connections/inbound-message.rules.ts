import type {
  Channel,
  Connection,
  ContactReference,
  Id,
  ParsedInput,
  receiveMessage,
} from '@parley/contracts';

type Inbound = ParsedInput<typeof receiveMessage>['body'];

/** The contact that wrote a message: by its e-mail address or its phone number; else by its handle in the connection. */
export function writerOf(connection: Id<'connection'>, { from }: Pick<Inbound, 'from'>): ContactReference {
  const { handle, name, email, phone } = from;
  const shared = { name, ...(phone === null ? {} : { phone }) };
  if (email !== null) return { ...shared, email };
  return phone === null ? { name, external_id: `${connection}:${handle}` } : shared;
}

/** The channel that a conversation of a connection shows. */
export const channelOfType = (type: Connection['type']): Channel => (type === 'custom' ? 'api' : 'chat');
