import { Column, Entity, TenantRow } from '@parley/persistence';

/** `uploading`: bytes arrive; `staged`: stored, for an operation that has not been committed; `available`: a file. */
export type FileStatus = 'uploading' | 'staged' | 'available';

@Entity('file')
export class FileRow extends TenantRow {
  @Column('text') name!: string;
  @Column('text', { nullable: true }) folder!: string | null;
  /** Size in bytes; 0 until all are stored. */
  @Column('bigint') size!: string;
  /** Determined from the bytes; empty until all are stored. */
  @Column('text') mime_type!: string;
  /** SHA-256 of the bytes in hexadecimal; empty until all are stored. */
  @Column('text') sha256!: string;
  @Column('text') status!: FileStatus;
  /** When the sweep decides about the file; null if it stays. */
  @Column('timestamptz', { nullable: true }) expires_at!: Date | null;
}
