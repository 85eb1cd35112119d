import type { Assignment } from '@parley/contracts';
import { Column, Entity, WorkspaceRow } from '@parley/persistence';

@Entity('team')
export class TeamRow extends WorkspaceRow {
  @Column('uuid') id!: string;
  @Column('integer') version!: number;
  @Column('text') name!: string;
  @Column('text', { nullable: true }) description!: string | null;
  @Column('text') assignment_mode!: Assignment['mode'];
  @Column('integer', { nullable: true }) max_open_per_user!: number | null;
  @Column('timestamptz') created_at!: Date;
  @Column('timestamptz') updated_at!: Date;
}
