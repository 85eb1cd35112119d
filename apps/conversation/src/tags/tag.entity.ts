import { Column, Entity, TenantRow } from '@parley/persistence';

@Entity('tag')
export class TagRow extends TenantRow {
  @Column('text') name!: string;
  @Column('text') name_key!: string;
  @Column('text') color!: string;
  @Column('integer') uses!: number;
}
