import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';

const BLOCK = /-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----/gs;

/**
 * The certificate authority of the servers, from a PEM file. It is read again for each new connection, so that processes need
 * no restart when it is replaced.
 */
export class CertificateAuthority {
  #current: Buffer;

  /** Throws if the file cannot be read. */
  constructor(private readonly path: string) {
    this.#current = readFileSync(path);
  }

  /** The authorities for a new connection; while the file is being replaced, what it contained before. */
  get current(): Buffer {
    try {
      const found = readFileSync(this.path);
      if (!found.equals(this.#current) && isComplete(found.toString())) this.#current = found;
    } catch {
      // It cannot be read, or is cut off.
    }
    return this.#current;
  }
}

/** Throws if a certificate is malformed. */
function isComplete(pem: string): boolean {
  const blocks = pem.match(BLOCK) ?? [];
  for (const block of blocks) void new X509Certificate(block);
  return blocks.length > 0 && blocks.length === pem.split('-----BEGIN ').length - 1;
}
