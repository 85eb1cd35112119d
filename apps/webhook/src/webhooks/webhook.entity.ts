import type { RecordFilter, WebhookCreatorType } from '@parley/contracts';
import { Column, Entity, TenantRow } from '@parley/persistence';

@Entity('webhook')
export class WebhookRow extends TenantRow {
  @Column('text') url!: string;
  @Column('text', { nullable: true }) description!: string | null;
  @Column('text', { array: true }) events!: string[];
  @Column('jsonb', { nullable: true }) filter!: RecordFilter | null;
  @Column('text') status!: 'enabled' | 'disabled';
  @Column('text', { nullable: true }) disabled_reason!: 'gone' | 'failing' | 'manual' | 'revoked' | null;
  @Column('text', { nullable: true }) created_by_type!: WebhookCreatorType | null;
  @Column('text', { nullable: true }) created_by_id!: string | null;
  @Column('uuid', { nullable: true }) created_by_user!: string | null;
  @Column('bytea') encrypted_secret!: Buffer;
  /** `null` for a secret of less than 16 characters. */
  @Column('text', { nullable: true }) secret_last4!: string | null;
  /** Previous secrets, each of which also signs until the time at the same index of `previous_secrets_until`. */
  @Column('bytea', { array: true }) previous_secrets!: Buffer[];
  @Column('timestamptz', { array: true }) previous_secrets_until!: Date[];
  @Column('integer', { nullable: true }) rate_limit!: number | null;
  @Column('timestamptz') enabled_at!: Date;
  @Column('timestamptz', { nullable: true }) last_delivery_at!: Date | null;
}
