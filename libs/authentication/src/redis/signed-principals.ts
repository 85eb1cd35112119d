import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Principal } from '@parley/contracts';

/** 32 bytes in base64url, in front of the principal. */
const SIGNATURE_LENGTH = 43;

/**
 * Principals as Redis keeps them: with a signature for one token each, which only processes of the installation can make. Without it,
 * who can write to Redis could act as anybody. Keys are derived from ENCRYPTION_KEYS and rotate with them: the first signs, all
 * verify.
 */
export class SignedPrincipals {
  readonly #keys: readonly Buffer[];

  constructor(encryptionKeys: readonly [Buffer, ...Buffer[]]) {
    this.#keys = encryptionKeys.map((key) =>
      Buffer.from(hkdfSync('sha256', key, '', 'parley: cached principals', 32)),
    );
  }

  /** @param hash of the token. */
  sign(hash: string, principal: Principal): string {
    const text = JSON.stringify(principal);
    return signatureOf(this.#keys[0] as Buffer, hash, text) + text;
  }

  /** The principal of a token, or `null` if no process of this installation has written it for this token. */
  verify(hash: string, signed: string): Principal | null {
    const text = signed.slice(SIGNATURE_LENGTH);
    const given = Buffer.from(signed.slice(0, SIGNATURE_LENGTH));
    const isOurs = this.#keys.some((key) => {
      const signature = Buffer.from(signatureOf(key, hash, text));
      return signature.length === given.length && timingSafeEqual(signature, given);
    });
    return isOurs ? (JSON.parse(text) as Principal) : null;
  }
}

/** Hashes have one length, so that no other pair makes the same text. */
const signatureOf = (key: Buffer, hash: string, text: string): string =>
  createHmac('sha256', key).update(hash).update(text).digest('base64url');
