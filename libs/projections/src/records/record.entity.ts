import type { CustomFields, Priority } from '@parley/contracts';
import { Column, TenantRow } from '@parley/persistence';

/** What may be the value of another record: a write that may fail for it is waited for, others are pipelined. */
export const duplicates = ({ external_id: id }: { external_id?: string | null | undefined }) =>
  id == null ? undefined : 'external_id';

/** A record that a contact asks for and a user works at, with tags, such as a ticket. */
export class RecordRow extends TenantRow {
  @Column('integer') number!: number;
  @Column('text', { nullable: true }) external_id!: string | null;
  @Column('text') priority!: Priority;
  @Column('uuid', { nullable: true }) contact_id!: string | null;
  @Column('uuid', { nullable: true }) assignee_id!: string | null;
  @Column('uuid', { nullable: true }) team_id!: string | null;
  @Column('timestamptz', { nullable: true }) snoozed_until!: Date | null;
  @Column('timestamptz', { nullable: true }) snoozed_at!: Date | null;
  @Column('boolean') wake_on_reply!: boolean;
  @Column('uuid', { nullable: true }) inbox_id!: string | null;
  @Column('text', { array: true }) tags!: string[];
  /** Case-folded `tags`, which filters compare with. */
  @Column('text', { array: true }) tag_keys!: string[];
  @Column('jsonb') custom_fields!: CustomFields;
  /** The records that it answers for: those that were merged into it, and into those. */
  @Column('uuid', { array: true }) merged_ids!: string[];
}
