import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { ConfigError } from '@parley/runtime/config';
import type { Logger } from '@parley/runtime/logging';
import type { ListenerConfig } from './listener.config.ts';

const RELOAD_MS = 60_000;

interface Pair {
  readonly cert: Buffer;
  readonly key: Buffer;
}

/** The certificate for STARTTLS, whose files are read again regularly: it is renewed every few weeks. */
export class ListenerCertificate {
  #current: Pair;

  private constructor(private readonly files: { readonly cert: string; readonly key: string }) {
    this.#current = this.#read();
  }

  /** Null without one. Throws ConfigError if its files cannot be read, or do not belong together. */
  static of({
    MAIL_LISTEN_CERT: cert,
    MAIL_LISTEN_KEY: key,
  }: Pick<ListenerConfig, 'MAIL_LISTEN_CERT' | 'MAIL_LISTEN_KEY'>): ListenerCertificate | null {
    if (cert === '' && key === '') return null;
    try {
      return new ListenerCertificate({ cert, key });
    } catch (error) {
      const { message } = error as Error;
      throw new ConfigError([`MAIL_LISTEN_CERT=${cert} and MAIL_LISTEN_KEY=${key}: ${message}`]);
    }
  }

  get current(): Pair {
    return this.#current;
  }

  /** Passes a changed certificate to `use`. The returned function stops this. */
  watch(use: (changed: Pair) => void, logger: Logger): () => void {
    const timer = setInterval(() => {
      try {
        const { cert, key } = this.#current;
        const found = this.#read();
        if (found.cert.equals(cert) && found.key.equals(key)) return;
        this.#current = found;
        use(found);
        logger.info({ event: 'smtp.certificate.changed' }, 'New connections use the changed certificate');
      } catch (error) {
        logger.warn({ event: 'smtp.certificate.failed', err: error }, 'Cannot read the certificate again');
      }
    }, RELOAD_MS).unref();
    return () => clearInterval(timer);
  }

  #read(): Pair {
    const pair = { cert: readFileSync(this.files.cert), key: readFileSync(this.files.key) };
    createSecureContext(pair);
    return pair;
  }
}
