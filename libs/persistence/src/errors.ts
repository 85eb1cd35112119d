import { ApiError, invalidParameter, notFound } from '@parley/contracts';

/** SQLSTATE classes and codes of an unavailable database: connection, resources, shutdown, statement and lock timeout. */
const UNAVAILABLE = /^(08|53|57P0|57014|55P03|25P03)/;
const READ_ONLY = '25006';
/** Codes of sockets and of name look-ups, by which the system says that a server cannot be reached. */
const SOCKET_CODES =
  /^E(CONN(REFUSED|RESET|ABORTED)|PIPE|TIMEDOUT|(HOST|NET)(UNREACH|DOWN)|ADDRNOTAVAIL|NOTCONN|NOTFOUND|AI_[A-Z]+)$/;
const CLIENT_MESSAGES =
  /Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable/;

interface PgError {
  code?: string;
  routine?: string;
  table?: string;
  constraint?: string;
  position?: string;
  message: string;
}

/** The error of the driver, which TypeORM wraps. `instanceof` fails for socket errors in Jest, which are of another realm. */
export function pgError(error: unknown): PgError | undefined {
  if (!isError(error)) return undefined;
  return 'driverError' in error && isError(error.driverError) ? error.driverError : error;
}

function isError(value: unknown): value is PgError {
  return (
    typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string'
  );
}

/** The name of the violated unique constraint, or `null` for any other error. */
export function uniqueViolation(error: unknown): string | null {
  const found = pgError(error);
  return found?.code === '23505' ? (found.constraint ?? '') : null;
}

/** Whether a row that is deleted is still referred to, or a row is written that refers to none. */
export function isForeignKeyViolation(error: unknown): boolean {
  return pgError(error instanceof ApiError ? error.cause : error)?.code === '23503';
}

/**
 * The error of a caller whose reference was deleted after it had been looked up, or whose deletion a reference forbids. The parameter
 * is the column of the foreign key, by the name that PostgreSQL gives its constraint.
 */
function brokenReference(error: unknown, { table = '', constraint = '' }: PgError): ApiError {
  const columns = constraint.slice(`${table}_`.length).replace(/_fkey\d*$/, '');
  const refused =
    columns === 'workspace_id'
      ? notFound('workspace')
      : invalidParameter(
          columns.replace(/^workspace_id_(mode_)?/, ''),
          'refers to a record that does not exist',
        );
  refused.cause = error;
  return refused;
}

/** Whether a value was invalid for the type of its column, or out of range (SQLSTATE class 22). */
export function isDataException(error: unknown): boolean {
  return pgError(error)?.code?.startsWith('22') === true;
}

/** Whether a retry of the transaction may succeed: a deadlock or a serialization failure. */
export function isSerializationFailure(error: unknown): boolean {
  const code = pgError(error)?.code;
  return code === '40P01' || code === '40001';
}

/** Whether PostgreSQL has said that a statement failed, so that it is rolled back; a lost connection leaves a commit open. */
export function isAnswered(error: unknown): boolean {
  const found = pgError(error instanceof ApiError ? error.cause : error);
  return found !== undefined && 'severity' in found && !/^(08|57P)/.test(found.code ?? '');
}

/** Whether a statement failed without an effect, because its server takes no writes or its plan is outdated, in any locale. */
export function isStaleConnection(error: unknown): boolean {
  const { code, routine } = pgError(error instanceof ApiError ? error.cause : error) ?? {};
  return code === READ_ONLY || (code === '0A000' && routine === 'RevalidateCachedQuery');
}

/** Whether PostgreSQL refuses user or password: waiting changes nothing. A database may still be created. */
export function isAccessRefused(error: unknown): boolean {
  return /^28/.test(pgError(error)?.code ?? '');
}

/** Maps the errors of an unavailable database to 503, and a broken reference to the error of its caller. */
export function asApiError(error: unknown): unknown {
  const found = pgError(error);
  if (found === undefined || error instanceof ApiError) return error;
  const code = found.code ?? '';
  if (isForeignKeyViolation(error)) return brokenReference(error, found);
  if (
    isStaleConnection(error) ||
    UNAVAILABLE.test(code) ||
    SOCKET_CODES.test(code) ||
    CLIENT_MESSAGES.test(found.message)
  ) {
    return new ApiError('service_unavailable', { cause: error });
  }
  return error;
}
