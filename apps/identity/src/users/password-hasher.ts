import { Inject, Injectable } from '@nestjs/common';
import { hash, verify, type Options } from '@node-rs/argon2';
import { Semaphore } from '@parley/kernel';
import { IdentityConfig } from '../identity.config.ts';
import { PASSWORD_MAX } from './password.rules.ts';

/** Hashes passwords with Argon2id (RFC 9106), and compares passwords with hashes. */
@Injectable()
export class PasswordHasher {
  /** With 19 MiB a hash takes 30 ms of a core: with four at a time, 200 waiting ones are served within 2 s. */
  readonly #semaphore = new Semaphore(4, 200);
  readonly #options: Options;
  /** Compared with when there is no such user: a hash with the same settings that no password has. */
  readonly #ofNobody: string;

  constructor(
    @Inject(IdentityConfig) { PASSWORD_HASH_MEMORY }: Pick<IdentityConfig, 'PASSWORD_HASH_MEMORY'>,
  ) {
    const memoryKib = Math.floor(PASSWORD_HASH_MEMORY / 1_024);
    this.#options = { memoryCost: memoryKib, timeCost: 2, parallelism: 1 };
    this.#ofNobody = `$argon2id$v=19$m=${memoryKib},t=2,p=1$DhtILRKmr1u4yXOrBUi/bQ$KWSP4QWAKuC1qptEyeWAqSL7KjG1fqttzTh//2Q3IUA`;
  }

  /** A PHC string with the hash and its settings. Throws `service_unavailable` when too many are waiting. */
  hash(password: string): Promise<string> {
    return this.#semaphore.run(() => hash(password, this.#options));
  }

  /**
   * Verifies a password. Without a hash, because there is no such user, it takes equally long and fails. Throws
   * `service_unavailable` when too many are waiting.
   */
  async verify(passwordHash: string | undefined, password: string): Promise<boolean> {
    const matches = await this.#semaphore.run(() =>
      verify(passwordHash ?? this.#ofNobody, password.slice(0, PASSWORD_MAX)),
    );
    return matches && passwordHash !== undefined && password.length <= PASSWORD_MAX;
  }
}
