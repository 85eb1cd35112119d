import { ApiError } from '@parley/contracts';
import type { TenantOrWorkspaceContext } from '@parley/runtime/context';

/** Waiting requests of a tenant: more than the largest plan has in a minute, all of which may be sent at once. */
const WAITING_MAX = 2_000;

interface Waiting {
  grant: () => void;
  timer: NodeJS.Timeout;
}

interface Share {
  used: number;
  waiting: Set<Waiting>;
}

export const shareKeyOf = ({ tenant: { workspaceId, mode } }: TenantOrWorkspaceContext): string =>
  `${workspaceId}/${mode ?? ''}`;

/** Limits the connections that the requests of one tenant use at a time, so that others always find some. */
export class ConnectionShares {
  readonly #shares = new Map<string, Share>();

  constructor(private readonly limit: number) {}

  /** Takes a connection of the share, at once if it returns nothing. Throws `service_unavailable` at `until` (epoch ms). */
  acquire(key: string, until: number): Promise<void> | undefined {
    const share = this.#shares.get(key);
    if (share === undefined) {
      this.#shares.set(key, { used: 1, waiting: new Set() });
    } else if (share.used < this.limit) {
      share.used += 1;
    } else {
      return this.#wait(share, until);
    }
    return undefined;
  }

  release(key: string): void {
    const share = this.#shares.get(key);
    if (share === undefined) return;
    const [next] = share.waiting;
    if (next !== undefined) {
      share.waiting.delete(next);
      clearTimeout(next.timer);
      next.grant();
    } else if (share.used > 1) {
      share.used -= 1;
    } else {
      this.#shares.delete(key);
    }
  }

  #wait({ waiting }: Share, until: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const refuse = () =>
        reject(
          new ApiError('service_unavailable', {
            message: 'Too many requests of this workspace are in progress. Retry shortly.',
            // Says to callers that the process works (libs/rpc).
            retryAfter: 1,
          }),
        );
      const left = until - Date.now();
      if (left <= 0 || waiting.size >= WAITING_MAX) {
        refuse();
        return;
      }
      const entry: Waiting = {
        grant: resolve,
        timer: setTimeout(() => {
          waiting.delete(entry);
          refuse();
        }, left),
      };
      waiting.add(entry);
    });
  }
}
