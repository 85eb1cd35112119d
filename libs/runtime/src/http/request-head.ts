const ABSOLUTE = /^https?:\/\/[^/?#]*/i;

/** The target as `/path?query`: no link may be made of the host in the absolute form (RFC 9112 section 3.2.2). */
export function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  const [host] = ABSOLUTE.exec(target) ?? [];
  if (host === undefined) return target;
  const path = target.slice(host.length);
  return path.startsWith('/') ? path : `/${path}`;
}

/** A path without the slashes at its end. `/\/+$/` takes 80 ms for a path of 16 KiB that has many in its middle: it begins at each of them. */
export function withoutTrailingSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

/**
 * `Host` or `Authorization` if a request has it more than once, else `null`: Node keeps the first, a proxy may have read the
 * last (RFC 9112 section 3.2, RFC 9110 section 5.3).
 * @param rawHeaders names and values in turn, as Node has received them.
 */
export function repeatedHeader(rawHeaders: readonly string[]): 'Host' | 'Authorization' | null {
  let [hosts, authorizations] = [0, 0];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    // The lengths decide for almost all: this is done for every request.
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
    else if (name.length === 13 && name.toLowerCase() === 'authorization') authorizations += 1;
  }
  if (hosts > 1) return 'Host';
  return authorizations > 1 ? 'Authorization' : null;
}
