import type { SenderRule } from '@parley/contracts';
import { Column, Entity, TenantRow } from '@parley/persistence';

/** What becomes of the mails of an address or a domain. */
@Entity('sender_rule')
export class SenderRuleRow extends TenantRow {
  @Column('text') sender!: string;
  /** The form by which addresses and domains are compared. */
  @Column('text') sender_key!: string;
  @Column('text') action!: SenderRule['action'];
  @Column('text') origin!: SenderRule['origin'];
}
