import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { malformedCursor, type ListQuery, type Page } from '@parley/contracts';
import { KernelConfig } from '@parley/runtime/process';

const SIGNATURE_BYTES = 16;
/** 16 bytes in base64url. */
const SIGNATURE_LENGTH = 22;

/**
 * Signs the cursors of services, so that nobody comes to build on what is in them. Keys are derived from ENCRYPTION_KEYS and rotate
 * with them: the first signs, all verify.
 */
@Injectable()
export class Cursors {
  readonly #keys: readonly Buffer[];

  constructor(@Inject(KernelConfig) { ENCRYPTION_KEYS }: Pick<KernelConfig, 'ENCRYPTION_KEYS'>) {
    this.#keys = ENCRYPTION_KEYS.map((key) =>
      Buffer.from(hkdfSync('sha256', key, '', 'parley: cursors', 32)),
    );
  }

  /** A page as callers see it. */
  signed<Item>(page: Page<Item>): Page<Item> {
    const { next_cursor: next, resume_cursor: resume } = page;
    return { ...page, next_cursor: this.#sign(next), resume_cursor: this.#sign(resume ?? null) };
  }

  /** The query of a list as its service knows it. Throws 400 for a cursor that no page had. */
  verified<Query extends Pick<ListQuery, 'cursor'>>(query: Query): Query {
    const { cursor } = query;
    if (cursor === undefined) return query;
    const own = cursor.slice(SIGNATURE_LENGTH);
    const sent = Buffer.from(cursor.slice(0, SIGNATURE_LENGTH));
    const isOurs = this.#keys.some((key) => {
      const signature = Buffer.from(signatureOf(key, own));
      return signature.length === sent.length && timingSafeEqual(signature, sent);
    });
    if (!isOurs) throw malformedCursor();
    return { ...query, cursor: own };
  }

  #sign(cursor: string | null): string | null {
    return cursor === null ? null : signatureOf(this.#keys[0] as Buffer, cursor) + cursor;
  }
}

const signatureOf = (key: Buffer, cursor: string): string =>
  createHmac('sha256', key).update(cursor).digest().subarray(0, SIGNATURE_BYTES).toString('base64url');
