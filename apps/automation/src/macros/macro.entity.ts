import type { Macro } from '@parley/contracts';
import { Column, Entity, TenantRow } from '@parley/persistence';

@Entity('macro')
export class MacroRow extends TenantRow {
  @Column('text') name!: string;
  @Column('text', { nullable: true }) body!: string | null;
  @Column('text') message_type!: Macro['message_type'];
  @Column('jsonb') actions!: Macro['actions'];
  @Column('text') visibility!: Macro['visibility'];
  @Column('uuid', { nullable: true }) team_id!: string | null;
  @Column('uuid') owner_id!: string;
}
