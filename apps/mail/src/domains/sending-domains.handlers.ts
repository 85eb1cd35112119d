import { domainToASCII } from 'node:url';
import { Injectable } from '@nestjs/common';
import {
  ApiError,
  createSendingDomain,
  deleteSendingDomain,
  encodeId,
  getSendingDomain,
  invalidParameter,
  listSendingDomains,
  notFound,
  uuidOf,
  verifySendingDomain,
  type Id,
  type ParsedInput,
  type SendingDomain,
} from '@parley/contracts';
import { readPage } from '@parley/lists';
import { Database, duplicateValue } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import type { TenantContext } from '@parley/runtime/context';
import { Semaphore } from '@parley/runtime/async';
import { Encryptor } from '@parley/runtime/encryptor';
import { uuidOfNewRecord, versioned } from '@parley/runtime/records';
import { dnsInstructions, generateDkimKey, type DnsRecord } from '../composing/dkim.ts';
import { MailConfig } from '../mail.config.ts';
import { DnsRecords } from './dns-records.ts';
import { SendingDomainRow } from './sending-domain.entity.ts';
import * as queries from './sending-domains.queries.ts';

/** Most domains of a workspace in one mode. */
const DOMAINS_MAX = 100;
/** Requests that wait for a key: more are `service_unavailable`. */
const GENERATING_MAX = 20;
/** Another one is needed where a key is replaced while mails signed with the old one are on their way. */
const SELECTOR = 'parley1';

@Injectable()
export class SendingDomains {
  /** A key takes a fifth of a second of one of the four threads that a process has for files and names, too. */
  readonly #generating = new Semaphore(1, GENERATING_MAX);

  constructor(
    private readonly db: Database,
    private readonly encryptor: Encryptor,
    private readonly dns: DnsRecords,
    private readonly config: MailConfig,
  ) {}

  @Handles(createSendingDomain)
  async create(ctx: TenantContext, { body }: ParsedInput<typeof createSendingDomain>) {
    const domain = domainToASCII(body.domain.toLowerCase());
    if (domain === '') throw invalidParameter('domain', 'must be the name of a domain');
    assertNew(await this.db.read(ctx).one(queries.countDomains, [domain]));
    const { privateKey, publicKey } = await this.#generating.run(generateDkimKey);
    const id = uuidOfNewRecord(ctx);
    return this.db.transaction(ctx, async (tx) => {
      await tx.query(queries.lockDomains);
      assertNew(await tx.one(queries.countDomains, [domain]));
      const row: Omit<SendingDomainRow, 'workspace_id' | 'mode' | 'version' | 'created_at' | 'updated_at'> = {
        id,
        domain,
        selector: SELECTOR,
        public_key: publicKey,
        encrypted_key: this.encryptor.encrypt(privateKey, queries.purposeOf(id)),
        status: 'pending',
        record_states: {},
        verified_at: null,
      };
      return this.#toDomain(await tx.insert(SendingDomainRow, row, 'domain'));
    });
  }

  @Handles(listSendingDomains)
  async list(ctx: TenantContext, { query }: ParsedInput<typeof listSendingDomains>) {
    const { rows, ...page } = await readPage(this.db.read(ctx), queries.domainList, query);
    return { ...page, items: rows.map((row) => this.#toDomain(row)) };
  }

  @Handles(getSendingDomain)
  async get(ctx: TenantContext, { params }: ParsedInput<typeof getSendingDomain>) {
    return this.#toDomain(await this.#find(ctx, params.sending_domain_id));
  }

  @Handles(deleteSendingDomain)
  async delete(ctx: TenantContext, { params }: ParsedInput<typeof deleteSendingDomain>) {
    const id = uuidOf('sending_domain', params.sending_domain_id);
    await this.db.transaction(ctx, async (tx) => {
      if (!(await tx.remove(SendingDomainRow, id))) throw notFound('sending domain');
    });
  }

  /** Looks the records up outside of the transaction, since name servers may be slow. */
  @Handles(verifySendingDomain)
  async verify(ctx: TenantContext, { params }: ParsedInput<typeof verifySendingDomain>) {
    const found = await this.#find(ctx, params.sending_domain_id);
    const states = await this.dns.check(found, this.#recordsOf(found));
    return this.db.transaction(ctx, async (tx) => {
      const [row] = await tx.query(queries.lockDomain, [found.id]);
      if (row === undefined) throw notFound('sending domain');
      const changes = { record_states: states, ...statusAfter(row, states.dkim) };
      if (changes.status === 'verified') await tx.query(queries.disproveOthers, [row.domain]);
      return this.#toDomain(
        await tx.update<SendingDomainRow, SendingDomainRow>(SendingDomainRow, row, changes, 'domain'),
      );
    });
  }

  async #find(ctx: TenantContext, id: Id<'sending_domain'>): Promise<SendingDomainRow> {
    const row = await this.db.read(ctx).one(queries.findDomain, [uuidOf('sending_domain', id)]);
    if (row === undefined) throw notFound('sending domain');
    return row;
  }

  #recordsOf({ domain, selector, public_key: publicKey }: SendingDomainRow): readonly DnsRecord[] {
    const records = dnsInstructions(domain, { selector, publicKey }, this.config.MAIL_SPF_INCLUDE);
    return records.filter(({ purpose }) => purpose !== 'spf' || this.config.MAIL_SPF_INCLUDE !== '');
  }

  #toDomain(row: SendingDomainRow): SendingDomain {
    return versioned(row.version, {
      id: encodeId('sending_domain', row.id),
      domain: row.domain,
      status: row.status,
      records: this.#recordsOf(row).map(({ purpose, type, name, value }) => ({
        purpose,
        type,
        name,
        value,
        status: row.record_states[purpose] ?? 'unknown',
      })),
      verified_at: row.verified_at?.toISOString() ?? null,
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
    });
  }
}

/** Throws 422 for one domain more than the maximum, and for one that the workspace has. */
function assertNew(known: { count: number; exists: boolean } | undefined): void {
  if (known?.exists) throw duplicateValue('domain');
  if ((known?.count ?? 0) >= DOMAINS_MAX)
    throw new ApiError('too_many_items', {
      message: `The workspace has ${DOMAINS_MAX} sending domains in this mode, which is the maximum. Delete one first.`,
    });
}

/** The status stays without an answer of the DNS; a record that has gone ends the signatures. */
function statusAfter(
  { status }: SendingDomainRow,
  dkim: SendingDomainRow['record_states']['dkim'],
): Partial<Pick<SendingDomainRow, 'status' | 'verified_at'>> {
  if (dkim === 'found') return { status: 'verified', verified_at: new Date() };
  return dkim === 'unknown' || dkim === undefined ? { status } : { status: 'failed' };
}
