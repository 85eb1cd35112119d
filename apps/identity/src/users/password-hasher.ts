import { Inject, Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { Semaphore } from '@parley/runtime/async';
import { IdentityConfig } from '../identity.config.ts';
import { PASSWORD_MAX } from './password.rules.ts';

/** The memory is a setting: 19 MiB with two passes is the least that OWASP recommends. */
const FIXED = { timeCost: 2, parallelism: 1 };

/** What unknown users are compared with: a hash of no known password, which takes as long as those made with the same memory. */
export const hashOfNobody = (memoryKib: number) =>
  `$argon2id$v=19$m=${memoryKib},t=${FIXED.timeCost},p=${FIXED.parallelism}$DhtILRKmr1u4yXOrBUi/bQ$KWSP4QWAKuC1qptEyeWAqSL7KjG1fqttzTh//2Q3IUA`;

/** Hashes passwords with Argon2id (RFC 9106), and compares passwords with hashes. */
@Injectable()
export class PasswordHasher {
  /** A hash of 19 MiB takes 30 ms of a core: with four at a time, 200 waiting ones are served within 2 s. */
  readonly #semaphore = new Semaphore(4, 200);
  readonly #memoryKib: number;

  constructor(
    @Inject(IdentityConfig) { PASSWORD_HASH_MEMORY }: Pick<IdentityConfig, 'PASSWORD_HASH_MEMORY'>,
  ) {
    this.#memoryKib = Math.floor(PASSWORD_HASH_MEMORY / 1_024);
  }

  /** A PHC string with the hash and its settings. Throws `service_unavailable` when too many are waiting. */
  hash(password: string): Promise<string> {
    return this.#semaphore.run(() => hash(password, { memoryCost: this.#memoryKib, ...FIXED }));
  }

  /** Verifies a password. Without a hash it fails, and takes as long. Throws `service_unavailable` if too many are waiting. */
  async verify(passwordHash: string | null | undefined, password: string): Promise<boolean> {
    const matches = await this.#semaphore.run(() =>
      verify(passwordHash ?? hashOfNobody(this.#memoryKib), password.slice(0, PASSWORD_MAX)),
    );
    return matches && passwordHash != null && password.length <= PASSWORD_MAX;
  }
}
