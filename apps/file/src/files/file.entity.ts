import type { DocumentImages } from '@parley/files';
import { Column, Entity, TenantRow } from '@parley/persistence';

/**
 * `uploading`: bytes arrive; `staged`: stored, for an operation that has not been committed; `available`: a file; `source`: that of
 * a mail, or a document of its HTML, which no operation shows.
 */
export type FileStatus = 'uploading' | 'staged' | 'available' | 'source';

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
  /** The id that the object is stored under; null if it is that of the file. */
  @Column('uuid', { nullable: true }) object_id!: string | null;
  /** What a document of a mail may load; null for any other file. */
  @Column('text', { nullable: true }) document_images!: DocumentImages | null;
  /** When the sweep decides about the file; null if it stays. */
  @Column('timestamptz', { nullable: true }) expires_at!: Date | null;
}
