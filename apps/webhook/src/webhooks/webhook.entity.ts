import { Column, Entity, TenantRow } from '@parley/persistence';

@Entity('webhook')
export class WebhookRow extends TenantRow {
  @Column('text')
  url!: string;

  @Column('text', { array: true })
  events!: string[];

  @Column('text')
  status!: 'enabled' | 'disabled';

  @Column('text', { nullable: true })
  disabled_reason!: 'gone' | 'failing' | 'manual' | null;

  @Column('bytea')
  sealed_secret!: Buffer;

  @Column('text')
  secret_last4!: string;

  /** Secrets that were replaced and, at the same place in the other, until when each signs beside the new one. */
  @Column('bytea', { array: true })
  retired_secrets!: Buffer[];

  @Column('timestamptz', { array: true })
  retired_until!: Date[];

  /** Attempts a second, `null` for no limit. */
  @Column('integer', { nullable: true })
  rate_limit!: number | null;

  @Column('timestamptz', { nullable: true })
  last_delivery_at!: Date | null;
}
