import type { Actor, Job, JobFailure, JobResult, Principal } from '@parley/contracts';
import { Column, Entity, TenantRow } from '@parley/persistence';

/** The credential of who made a job, without what identifies the tenant, which the row does. */
export type JobCredential = Pick<Principal, 'type' | 'credentialId' | 'userId' | 'appId' | 'role'>;

@Entity('job')
export class JobRow extends TenantRow {
  @Column('text') resource!: Job['resource'];
  @Column('jsonb', { nullable: true }) filter!: Job['filter'];
  @Column('jsonb') update!: Job['update'];
  @Column('text') status!: Job['status'];
  @Column('integer') total!: number;
  @Column('integer') updated!: number;
  @Column('integer') unchanged!: number;
  @Column('integer') failed!: number;
  @Column('jsonb', { nullable: true }) failure!: JobFailure | null;
  @Column('uuid') owner_id!: string;
  @Column('jsonb') actor!: Actor;
  @Column('jsonb') credential!: JobCredential;
  @Column('text', { nullable: true }) cursor!: string | null;
  @Column('boolean') is_collected!: boolean;
  @Column('timestamptz', { nullable: true }) started_at!: Date | null;
  @Column('timestamptz', { nullable: true }) finished_at!: Date | null;
  @Column('uuid', { nullable: true }) lease_id!: string | null;
  @Column('timestamptz', { nullable: true }) lease_until!: Date | null;
  @Column('timestamptz') served_at!: Date;
  @Column('integer') attempts!: number;
}

@Entity('job_result')
export class JobResultRow extends TenantRow {
  @Column('uuid') job_id!: string;
  @Column('text') record_id!: string;
  @Column('text') status!: JobResult['status'];
  @Column('jsonb', { nullable: true }) error!: JobResult['error'];
}
