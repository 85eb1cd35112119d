import { randomUUID } from 'node:crypto';

/** Work that a process has claimed from a queue. */
interface Claimed {
  readonly lease_token: string;
}

class Registration {
  readonly id = randomUUID();
  /** Lease tokens of the work that has not ended. */
  readonly work = new Set<string>();
  renewedAt = -Infinity;
}

/**
 * The ids under which a process claims work from a queue in the database, each of which is renewed while the process is alive. A claim
 * that fails may have been committed: a new registration begins, and the old one lasts as long as its work, after which other processes
 * take what nobody does.
 */
export class Registrations {
  #current = new Registration();
  readonly #retired = new Set<Registration>();

  /**
   * @param renewal tells the database that an id is alive.
   * @param freshMs milliseconds after which a registration is renewed before a claim: others would take what it claims afterwards.
   */
  constructor(
    private readonly renewal: (id: string) => Promise<unknown>,
    private readonly freshMs: number,
  ) {}

  get ids(): string[] {
    return this.#all.map(({ id }) => id);
  }

  /** Claims work by the present id. Call `ended` when the work is done. */
  async claim<Work extends Claimed>(claimBy: (id: string) => Promise<Work[]>): Promise<Work[]> {
    const registration = this.#current;
    if (performance.now() - registration.renewedAt > this.freshMs) await this.#renew(registration);
    try {
      const claimed = await claimBy(registration.id);
      for (const { lease_token: token } of claimed) registration.work.add(token);
      return claimed;
    } catch (error) {
      if (registration.work.size > 0) this.#retired.add(registration);
      this.#current = new Registration();
      throw error;
    }
  }

  /** Tells that claimed work has ended. */
  ended({ lease_token: token }: Claimed): void {
    for (const registration of this.#all)
      if (registration.work.delete(token) && registration.work.size === 0) this.#retired.delete(registration);
  }

  async renew(): Promise<void> {
    for (const registration of this.#all) await this.#renew(registration);
  }

  get #all(): Registration[] {
    return [this.#current, ...this.#retired];
  }

  async #renew(registration: Registration): Promise<void> {
    const began = performance.now();
    await this.renewal(registration.id);
    registration.renewedAt = began;
  }
}
