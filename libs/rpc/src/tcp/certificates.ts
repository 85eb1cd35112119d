import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { ConfigError } from '@parley/kernel';

/** Both sides of a connection present a certificate and verify that of the other side. */
export interface MutualTls {
  readonly cert: Buffer;
  readonly key: Buffer;
  readonly ca: Buffer;
}

export type CertificateFiles = Readonly<Record<keyof MutualTls, { variable: string; path: string }>>;

/**
 * The certificates of this process. Contents are compared instead of watching the files: Kubernetes replaces a symbolic link
 * above them, which a watch misses.
 */
export class Certificates {
  #current: MutualTls;

  /** Throws ConfigError if a file cannot be read. */
  constructor(private readonly files: CertificateFiles) {
    this.#current = this.#read();
  }

  /** For new connections; those that are open keep theirs. */
  get current(): MutualTls {
    return this.#current;
  }

  /**
   * Reads the files again. Returns whether they have changed; throws if they cannot be read or do not belong together, as
   * while they are being replaced, and keeps the current ones.
   */
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
