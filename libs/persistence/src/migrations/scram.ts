import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

/** The default of PostgreSQL (`scram_iterations`). */
const ITERATIONS = 4096;

/**
 * What PostgreSQL stores of a password (SCRAM-SHA-256, RFC 5803), in the form that `alter role … password` accepts.
 * @param password ASCII: other texts would need SASLprep.
 */
export function scramVerifier(password: string, salt = randomBytes(16)): string {
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256');
  const keyOf = (name: string) => createHmac('sha256', salted).update(name).digest();
  const storedKey = createHash('sha256').update(keyOf('Client Key')).digest('base64');
  const serverKey = keyOf('Server Key').toString('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}
