import type { CredentialType, Mode, Grant } from '@parley/contracts';
import { Column, Entity, WorkspaceRow } from '@parley/persistence';

/** An API key, a personal access token, or an access token of an OAuth grant or of a session. */
@Entity('token')
export class TokenRow extends WorkspaceRow {
  @Column('uuid') id!: string;
  @Column('text') kind!: CredentialType;
  @Column('text') mode!: Mode;
  @Column('text') name!: string;
  @Column('text', { array: true }) scopes!: Grant[];
  /** SHA-256 of the token, which itself is never stored. */
  @Column('bytea') token_hash!: Buffer;
  @Column('text') last4!: string;
  /** The user that it acts as; of an API key, its creator. */
  @Column('uuid') user_id!: string;
  @Column('uuid', { nullable: true }) grant_id!: string | null;
  @Column('uuid', { nullable: true }) session_id!: string | null;
  @Column('timestamptz', { nullable: true }) expires_at!: Date | null;
  /** Addresses and CIDRs from which it may be used; null for any. */
  @Column('text', { array: true, nullable: true }) allowed_ips!: string[] | null;
  @Column('timestamptz') created_at!: Date;
}
