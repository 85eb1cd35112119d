import type { SendingDomain } from '@parley/contracts';
import { Column, Entity, TenantRow } from '@parley/persistence';

type RecordOf = SendingDomain['records'][number];

@Entity('sending_domain')
export class SendingDomainRow extends TenantRow {
  /** Its name in lower case and ASCII (RFC 5890). */
  @Column('text') domain!: string;
  @Column('text') selector!: string;
  @Column('text') public_key!: string;
  /** The private key in PEM, encrypted. */
  @Column('bytea') encrypted_key!: Buffer;
  @Column('text') status!: SendingDomain['status'];
  /** What the last verification found of each record. */
  @Column('jsonb') record_states!: Partial<Record<RecordOf['purpose'], RecordOf['status']>>;
  @Column('timestamptz', { nullable: true }) verified_at!: Date | null;
}
