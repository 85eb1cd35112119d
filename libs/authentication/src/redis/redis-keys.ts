import type { Mode } from '@parley/contracts';
import type { SubjectKind } from '../auth-state.ts';
import { hashToken } from '../tokens/token.ts';

const SUBJECTS: Readonly<Record<SubjectKind, string>> = {
  address: 'a',
  client: 'c',
  files: 'f',
  mail: 'm',
  oauth: 'oa',
  open: 'o',
  pages: 'p',
};

/** Names of keys. Those of one request share the hash tag `{route}`: a script of a Redis Cluster touches one slot. */
export class RedisKeys {
  constructor(private readonly prefix: string) {}

  /** Prefix of the keys of a route; the scripts append `ws:<workspace>`, `rl:<workspace>:<mode>` and so on. */
  route(routeTag: string): string {
    return `${this.prefix}{${routeTag}}:`;
  }

  token(routeTag: string, hash: string): string {
    return `${this.route(routeTag)}t:${hash}`;
  }

  /** What the admit script appends the hour to. */
  usage(routeTag: string, workspaceId: string, mode: Mode): string {
    return `${this.prefix}{${routeTag}}:us:${workspaceId}:${mode}:`;
  }

  /** The name under which the admit script reserves an idempotency key. */
  reservation(routeTag: string, credentialId: string, key: string): string {
    return `${this.prefix}{${routeTag}}:ik:${credentialId}:${key}`;
  }

  subject(kind: SubjectKind, subject: string): string {
    // Hashed: a client id may contain braces, which would choose the slot.
    return `${this.prefix}${SUBJECTS[kind]}:${kind === 'client' ? hashToken(subject) : subject}`;
  }
}
