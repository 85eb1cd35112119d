import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { malformedCursor, type ListQuery, type Page } from '@parley/contracts';
import { KernelConfig } from '@parley/runtime/process';

const SIGNATURE_BYTES = 16;
/** 16 bytes in base64url. */
const SIGNATURE_LENGTH = 22;

/**
 * Signs the cursors of services, each with the list that it is of: with other filters it would lead through other records, without
 * any through all of them. Nobody comes to build on what is in one either. Keys are derived from ENCRYPTION_KEYS and rotate
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

  /** A page of a list as callers see it. */
  signed<Item>(page: Page<Item>, listOf: () => string): Page<Item> {
    const { next_cursor: next, resume_cursor: resume = null } = page;
    if (next === null && resume === null) return { ...page, resume_cursor: null };
    const list = listOf();
    return { ...page, next_cursor: this.#sign(next, list), resume_cursor: this.#sign(resume, list) };
  }

  /** The query of a list as its service knows it. Throws 400 for a cursor that no page of the list had. */
  verified<Query extends Pick<ListQuery, 'cursor'>>(query: Query, listOf: () => string): Query {
    const { cursor } = query;
    if (cursor === undefined) return query;
    const list = listOf();
    const own = cursor.slice(SIGNATURE_LENGTH);
    const sent = Buffer.from(cursor.slice(0, SIGNATURE_LENGTH));
    // Version 0.1.0 signed the cursor alone; integrations keep its `resume_cursor`.
    const isOurs = this.#keys.some((key) =>
      [list, ''].some((bound) => {
        const signature = Buffer.from(signatureOf(key, bound + own));
        return signature.length === sent.length && timingSafeEqual(signature, sent);
      }),
    );
    if (!isOurs) throw malformedCursor();
    return { ...query, cursor: own };
  }

  #sign(cursor: string | null, list: string): string | null {
    return cursor === null ? null : signatureOf(this.#keys[0] as Buffer, list + cursor) + cursor;
  }
}

/** Those that differ from page to page. */
const OF_A_PAGE = ['page', 'per_page', 'cursor', 'include'];

/** What a list must have in common with that of its cursor: operation, parameters of the path, filters and order. */
export function listOfCursor(operationId: string, params: unknown, query: Partial<ListQuery>): string {
  // The bound at which the order begins: the position of a cursor is behind it. Records of a view may have the order of the view.
  const bound = `${query.sort?.replace(/_at$/, '') ?? ''}_${query.order === 'asc' ? 'after' : 'before'}`;
  const same = Object.entries(query).filter(([name]) => name !== bound && !OF_A_PAGE.includes(name));
  return JSON.stringify([operationId, params, same.sort(([one], [other]) => (one < other ? -1 : 1))]);
}

const signatureOf = (key: Buffer, text: string): string =>
  createHmac('sha256', key).update(text).digest().subarray(0, SIGNATURE_BYTES).toString('base64url');
