import {
  SERVICES,
  type InternalCall,
  type Operation,
  type Procedure,
  type ServiceName,
} from './operation.ts';
import * as audit from './audit/audit.operations.ts';
import * as contact from './contact/contact.operations.ts';
import * as conversation from './conversation/conversation.operations.ts';
import * as deadLetter from './dead-letter/dead-letter.operations.ts';
import * as delivery from './webhook/delivery.operations.ts';
import * as idempotency from './idempotency/idempotency.operations.ts';
import * as identity from './identity/identity.operations.ts';
import * as inbox from './inbox/inbox.operations.ts';
import * as message from './message/message.operations.ts';
import * as sla from './sla/sla.operations.ts';
import * as seed from './seed/seed.operations.ts';
import * as oauth from './oauth/oauth.operations.ts';
import * as search from './search/search.operations.ts';
import * as tag from './tag/tag.operations.ts';
import * as team from './team/team.operations.ts';
import * as ticket from './ticket/ticket.operations.ts';
import * as user from './user/user.operations.ts';
import * as webhook from './webhook/webhook.operations.ts';

const isProcedure = (value: unknown): value is Procedure =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  (value.kind === 'operation' || value.kind === 'call');

/** Everything that has a handler. An operation joins by being exported from its resource's file. */
export const procedures: readonly Procedure[] = [
  audit,
  contact,
  conversation,
  deadLetter,
  delivery,
  idempotency,
  identity,
  inbox,
  message,
  sla,
  seed,
  oauth,
  search,
  tag,
  team,
  ticket,
  user,
  webhook,
].flatMap((module) => Object.values(module).filter(isProcedure));

/** The REST API. */
export const operations: readonly Operation[] = procedures.filter((item) => item.kind === 'operation');

/** The operator's commands. */
export const commands: readonly (InternalCall & { command: string })[] = procedures.filter(
  (item): item is InternalCall & { command: `${string}:${string}` } =>
    item.kind === 'call' && item.command !== undefined,
);

/** The services that have something to answer: those that an installation runs. */
export const services: readonly ServiceName[] = SERVICES.filter((service) =>
  procedures.some((procedure) => procedure.service === service),
);

const byId = new Map(procedures.map((item) => [item.id, item]));
if (byId.size !== procedures.length) throw new Error('two procedures share an id');

/** The procedure with this id, or `undefined`. */
export function procedureOf(id: string): Procedure | undefined {
  return byId.get(id as Procedure['id']);
}
