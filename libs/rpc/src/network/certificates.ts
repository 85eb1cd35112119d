import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { createSecureContext, type TlsOptions } from 'node:tls';
import { ConfigError } from '@parley/runtime/config';
import { type Logger } from '@parley/runtime/logging';
import type { Target } from './instances.ts';

const RELOAD_MS = 10_000;

/** Both sides of a connection present a certificate and verify that of the other side. */
export interface MutualTls {
  readonly cert: Buffer;
  readonly key: Buffer;
  readonly ca: Buffer;
}

/** The certificates of this process. Files are compared, not watched: Kubernetes replaces a symbolic link above them. */
export class Certificates {
  #current: MutualTls;

  /** Throws ConfigError if a file cannot be read. */
  constructor(private readonly files: Record<keyof MutualTls, { variable: string; path: string }>) {
    this.#current = this.#read();
  }

  get current(): MutualTls {
    return this.#current;
  }

  /** What a server takes that requires the certificate of its clients. */
  get serverOptions(): TlsOptions {
    return { ...this.#current, requestCert: true, rejectUnauthorized: true };
  }

  /** What a connection to a process takes, which has a certificate for the name that the settings have. */
  connectOptions({ name }: Target): MutualTls & { servername?: string } {
    return { ...this.#current, ...(isIP(name) === 0 && { servername: name }) };
  }

  /** Reads the files again regularly, and passes changed ones to `use`. The returned function stops this. */
  watch(use: (changed: MutualTls) => void, logger: Logger, everyMs = RELOAD_MS): () => void {
    const timer = setInterval(() => {
      try {
        if (!this.reload()) return;
        use(this.#current);
        logger.info({ event: 'rpc.certificates.changed' }, 'New connections use the changed certificates');
      } catch (error) {
        logger.warn({ event: 'rpc.certificates.failed', err: error }, 'Cannot read the certificates again');
      }
    }, everyMs).unref();
    return () => clearInterval(timer);
  }

  /** Whether the files have changed. Throws, and keeps the current ones, if they cannot be read or do not belong together. */
  reload(): boolean {
    const found = this.#read();
    const { cert, key, ca } = this.#current;
    if (found.cert.equals(cert) && found.key.equals(key) && found.ca.equals(ca)) return false;
    createSecureContext(found);
    this.#current = found;
    return true;
  }

  #read(): MutualTls {
    const { cert, key, ca } = this.files;
    return { cert: readPem(cert), key: readPem(key), ca: readPem(ca) };
  }
}

function readPem({ variable, path }: { variable: string; path: string }): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new ConfigError([`${variable}=${path}: cannot be read (${(error as NodeJS.ErrnoException).code})`]);
  }
}
