import {
  ContactsUpdate,
  ConversationsUpdate,
  Contact,
  Conversation,
  errorOf,
  fieldsBeside,
  hasRequiredScope,
  JOB_SCOPES,
  READ_ONLY,
  scopesOfRole,
  Ticket,
  TicketsUpdate,
  validationError,
  type Job,
  type JobFailure,
  type JobResource,
  type User,
} from '@parley/contracts';
import type { JobRow } from './job.entity.ts';

/** Most bytes that one bulk update writes to all records together. */
const STEP_BYTES = 1024 * 1024;
/** Records that one bulk update takes. */
const STEP_RECORDS = 100;

const UPDATES = {
  ticket: { record: Ticket, update: TicketsUpdate },
  conversation: { record: Conversation, update: ConversationsUpdate },
  contact: { record: Contact, update: ContactsUpdate },
} as const;

/** Throws 422 for an update that no bulk update of the resource takes. */
export function assertUpdate(resource: JobResource, sent: Job['update']): void {
  const { record, update } = UPDATES[resource];
  const readOnly = fieldsBeside(record, update);
  const unknown = Object.keys(sent).filter((name) => !(name in update.shape));
  if (unknown.length > 0)
    throw errorOf(
      unknown.map((name) => ({
        param: `update.${name}`,
        ...(readOnly.includes(name)
          ? READ_ONLY
          : { code: 'unknown_parameter' as const, message: 'is unknown' }),
      })),
    );
  const parsed = update.safeParse(sent);
  if (!parsed.success) throw validationError(parsed.error, sent).withParamPrefix('update');
}

/** How many records one step of a job changes. */
export const recordsOfStep = (update: Job['update']): number =>
  Math.min(STEP_RECORDS, Math.max(1, Math.floor(STEP_BYTES / Buffer.byteLength(JSON.stringify(update)))));

/** Why a job may not go on, or `null`. API keys belong to the workspace, and outlive the role of who made them. */
export function obstacleOf(
  { resource, credential }: Pick<JobRow, 'resource' | 'credential'>,
  user: Pick<User, 'status' | 'role'> | undefined,
): JobFailure | null {
  if (credential.type === 'api_key') return null;
  if (user?.status !== 'active')
    return { code: 'owner_inactive', message: 'The user who made the job is deactivated.' };
  const { write } = JOB_SCOPES[resource];
  if (hasRequiredScope(scopesOfRole(user.role), write)) return null;
  return {
    code: 'insufficient_scope',
    message: `The role of the user who made the job does not allow ${write} any more.`,
  };
}
