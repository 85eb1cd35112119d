import { ApiError } from '@parley/contracts';

/** SQLSTATE classes and codes that say "not now": connection, resources, shutdown, cancelled by a deadline. */
const UNAVAILABLE = /^(08|53|57P0|57014|25P03)/;
const SOCKET = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN']);
const CLIENT_SAYS =
  /Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable/;

interface PgError {
  code?: string;
  constraint?: string;
  message: string;
}

/** What the driver threw, under TypeORM's wrapping. Told by its form: errors of sockets come from Node's own realm. */
function pgError(error: unknown): PgError | undefined {
  if (!isError(error)) return undefined;
  return 'driverError' in error && isError(error.driverError) ? error.driverError : error;
}

function isError(value: unknown): value is PgError {
  return (
    typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string'
  );
}

/** The name of the unique constraint that a write broke, or `null` when the error is something else. */
export function uniqueViolation(error: unknown): string | null {
  const found = pgError(error);
  return found?.code === '23505' ? (found.constraint ?? '') : null;
}

/** Whether a value was no value of its column's type, or out of its range (SQLSTATE class 22). */
export function isDataException(error: unknown): boolean {
  return pgError(error)?.code?.startsWith('22') === true;
}

/** Whether running the same transaction again may succeed: a deadlock or a lost serialisation race. */
export function isSerializationFailure(error: unknown): boolean {
  const code = pgError(error)?.code;
  return code === '40P01' || code === '40001';
}

/** A database that is out becomes 503, never 500: nothing is wrong with the request. */
export function asApiError(error: unknown): unknown {
  const found = pgError(error);
  if (found === undefined || error instanceof ApiError) return error;
  const code = found.code ?? '';
  if (UNAVAILABLE.test(code) || SOCKET.has(code) || CLIENT_SAYS.test(found.message)) {
    return new ApiError('service_unavailable', { cause: error });
  }
  return error;
}
