import { Refusal } from './refusal.ts';

/** Bounds of what a process takes over at a time. */
export interface AdmissionLimits {
  readonly requests: number;
  readonly requestsPerMailbox: number;
  /** Bytes of the bodies, which are in memory. */
  readonly bytes: number;
}

const MIB = 1024 * 1024;
export const ADMISSION: AdmissionLimits = { requests: 64, requestsPerMailbox: 16, bytes: 128 * MIB };

/** Keeps the requests that a process takes over at a time within its memory; providers try again what finds no room. */
export class Admission {
  #requests = 0;
  #bytes = 0;
  readonly #perMailbox = new Map<string, number>();

  constructor(private readonly limits: AdmissionLimits) {}

  /** Does the work of a request within the limits. Throws `busy` without room for it. */
  async run<T>(mailboxId: string, bytes: number, work: () => Promise<T>): Promise<T> {
    const ofMailbox = this.#perMailbox.get(mailboxId) ?? 0;
    const { limits } = this;
    if (
      this.#requests >= limits.requests ||
      ofMailbox >= limits.requestsPerMailbox ||
      this.#bytes + bytes > limits.bytes
    )
      throw new Refusal('busy', 'Too many mails are being taken over. Try again later.');
    this.#count(mailboxId, 1, bytes);
    try {
      return await work();
    } finally {
      this.#count(mailboxId, -1, -bytes);
    }
  }

  #count(mailboxId: string, requests: number, bytes: number): void {
    this.#requests += requests;
    this.#bytes += bytes;
    const ofMailbox = (this.#perMailbox.get(mailboxId) ?? 0) + requests;
    if (ofMailbox > 0) this.#perMailbox.set(mailboxId, ofMailbox);
    else this.#perMailbox.delete(mailboxId);
  }
}
