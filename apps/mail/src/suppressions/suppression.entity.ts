import type { Suppression } from '@parley/contracts';
import { Column, Entity, TenantRow } from '@parley/persistence';

@Entity('suppression')
export class SuppressionRow extends TenantRow {
  @Column('text') address!: string;
  /** The form by which addresses are compared. */
  @Column('text') address_key!: string;
  @Column('text') reason!: Suppression['reason'];
  @Column('timestamptz', { nullable: true }) expires_at!: Date | null;
}
