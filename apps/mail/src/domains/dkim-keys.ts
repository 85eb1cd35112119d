import { tmpdir } from 'node:os';
import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Database } from '@parley/persistence';
import type { TenantContext } from '@parley/runtime/context';
import { Encryptor } from '@parley/runtime/encryptor';
import { parseAddress } from '@parley/mail-text';
import { signed } from '../composing/dkim.ts';
import type { SendingDomainRow } from './sending-domain.entity.ts';
import { findVerified, purposeOf } from './sending-domains.queries.ts';

/** Signs mails in the names of verified domains (RFC 6376). */
@Injectable()
export class DkimKeys {
  constructor(
    private readonly db: Database,
    private readonly encryptor: Encryptor,
  ) {}

  /** The verified domain in whose name mails of a sender are signed: that of the address, or one above it. */
  async domainOf(ctx: TenantContext, from: string): Promise<SendingDomainRow | undefined> {
    const labels = (parseAddress(from)?.domain ?? '').split('.');
    // An alignment is relaxed: the organizational domain may sign for those below it (RFC 7489 section 3.1.1).
    const domains = labels.map((_, index) => labels.slice(index).join('.'));
    return this.db.read(ctx).one(findVerified, [domains]);
  }

  /** The bytes with a signature, if a domain of the sender is verified; else as they are. */
  async sign(ctx: TenantContext, from: string, bytes: Readable): Promise<Readable> {
    const row = await this.domainOf(ctx, from);
    if (row === undefined) return bytes;
    const privateKey = this.encryptor.decrypt(row.encrypted_key, purposeOf(row.id)).toString();
    return signed(bytes, { domain: row.domain, selector: row.selector, privateKey }, tmpdir());
  }
}
