import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Authenticator, type CheckedToken, type TokenResult } from '@parley/authentication';
import type { Principal } from '@parley/contracts';

/** Time between two checks of a token: with the check itself, a revocation takes effect within a second. */
const INTERVAL_MS = 400;
/** How long a token may remain unchecked while neither the token store nor identity can be reached. */
const UNAVAILABLE_MAX_MS = 10_000;

interface Watched {
  readonly token: CheckedToken;
  readonly rights: string;
  readonly ends: Set<() => void>;
  unavailableSince: number | null;
}

/** Ends responses that last once their credential has ended or changed its rights; checks each token once for all of them. */
@Injectable()
export class CredentialChecks implements OnModuleDestroy {
  readonly #watched = new Map<string, Watched>();
  #running = false;
  #closed = false;

  constructor(private readonly authenticator: Authenticator) {}

  onModuleDestroy(): void {
    this.#closed = true;
  }

  /** Calls `end` once the token does not give the rights of this principal any more. Returns what stops that. */
  watch(token: CheckedToken, principal: Principal, end: () => void): () => void {
    const rights = rightsOf(principal);
    const key = `${token.ref.hash} ${token.address} ${rights}`;
    const watched = this.#watched.get(key) ?? { token, rights, ends: new Set(), unavailableSince: null };
    this.#watched.set(key, watched);
    watched.ends.add(end);
    if (!this.#running) void this.#run();
    return () => {
      watched.ends.delete(end);
      if (watched.ends.size === 0 && this.#watched.get(key) === watched) this.#watched.delete(key);
    };
  }

  async #run(): Promise<void> {
    this.#running = true;
    while (this.#watched.size > 0 && !this.#closed) {
      await pause(INTERVAL_MS, undefined, { ref: false });
      // All at once: they share few round trips to the token store.
      await Promise.all([...this.#watched.values()].map((watched) => this.#check(watched)));
    }
    this.#running = false;
  }

  async #check(watched: Watched): Promise<void> {
    const result = await this.authenticator.recheck(watched.token);
    if (!this.#isOver(watched, result)) return;
    for (const end of watched.ends) end();
  }

  #isOver(watched: Watched, result: TokenResult): boolean {
    if (result.kind === 'unavailable') {
      watched.unavailableSince ??= performance.now();
      return performance.now() - watched.unavailableSince > UNAVAILABLE_MAX_MS;
    }
    watched.unavailableSince = null;
    return result.kind !== 'admitted' || rightsOf(result.principal) !== watched.rights;
  }
}

const rightsOf = ({ workspaceId, mode, role, scopes }: Principal): string =>
  [workspaceId, mode, role, ...scopes.toSorted()].join(' ');
