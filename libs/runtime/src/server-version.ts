/** The oldest versions of the servers that a release runs on, by their product. docs/ names them too. */
export const LEAST_VERSIONS = { PostgreSQL: '15', Redis: '6.2', RabbitMQ: '3.10' } as const;

/** A server is older than what a release needs: waiting for it cannot help. */
export class ServerVersionError extends Error {}

/** Throws {@link ServerVersionError} if a version such as `15.19 (Debian …)` is too old; a fork may have no number. */
export function requireServerVersion(
  product: keyof typeof LEAST_VERSIONS,
  version: string,
  least: string = LEAST_VERSIONS[product],
): void {
  const found = /^\d+(?:\.\d+)*/.exec(version)?.[0];
  if (found !== undefined && isOlder(found, least))
    throw new ServerVersionError(`${product} ${found} is too old: ${least} or later is needed`);
}

function isOlder(version: string, least: string): boolean {
  const [parts, wanted] = [version, least].map((one) => one.split('.').map(Number)) as [number[], number[]];
  const at = wanted.findIndex((part, index) => part !== (parts[index] ?? 0));
  return at >= 0 && (parts[at] ?? 0) < (wanted[at] ?? 0);
}
