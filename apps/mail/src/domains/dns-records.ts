import { Resolver } from 'node:dns/promises';
import { Injectable } from '@nestjs/common';
import { verifyDkimRecord, type DnsRecord } from '../composing/dkim.ts';
import type { SendingDomainRow } from './sending-domain.entity.ts';

/** Milliseconds of one query, and how often it is sent: together less than a call may take. */
const TIMEOUT_MS = 1_500;
const TRIES = 2;

/** Looks up the records of sending domains. */
@Injectable()
export class DnsRecords {
  readonly #resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });

  /** What the DNS has of each record. A name server that does not answer leaves a record `unknown`. */
  async check(
    domain: Pick<SendingDomainRow, 'public_key'>,
    records: readonly DnsRecord[],
  ): Promise<SendingDomainRow['record_states']> {
    const states = await Promise.all(
      records.map(async (record) => {
        const found = await this.#txt(record.name);
        return [
          record.purpose,
          found === null ? 'unknown' : stateOf(record, found, domain.public_key),
        ] as const;
      }),
    );
    return Object.fromEntries(states);
  }

  /** The TXT records of a name, each in parts; null without an answer. */
  async #txt(name: string): Promise<string[][] | null> {
    try {
      return await this.#resolver.resolveTxt(name);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      return code === 'ENOTFOUND' || code === 'ENODATA' ? [] : null;
    }
  }
}

function stateOf(
  { purpose, value }: DnsRecord,
  found: readonly (readonly string[])[],
  publicKey: string,
): 'found' | 'missing' | 'different' {
  if (purpose === 'dkim') {
    const status = verifyDkimRecord(found, publicKey);
    if (status === 'valid') return 'found';
    return status === 'missing' ? 'missing' : 'different';
  }
  const texts = found.map((parts) => parts.join(''));
  const version = purpose === 'spf' ? 'v=spf1' : 'v=DMARC1';
  const own = texts.filter((text) => text.startsWith(version));
  if (own.length === 0) return 'missing';
  // Any policy of DMARC will do; an SPF record has to include ours.
  const include = / include:(\S+)/.exec(value)?.[1];
  return own.some((text) => include === undefined || text.includes(`include:${include}`))
    ? 'found'
    : 'different';
}
