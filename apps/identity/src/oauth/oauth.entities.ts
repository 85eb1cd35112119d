import type { ClientType, Mode, Scope } from '@parley/contracts';
import { Column, Entity, WorkspaceRow } from '@parley/persistence';

@Entity('oauth_app')
export class OAuthAppRow extends WorkspaceRow {
  @Column('uuid') id!: string;
  @Column('text') name!: string;
  @Column('text', { array: true }) redirect_uris!: string[];
  @Column('text', { array: true }) scopes!: Scope[];
  @Column('text') client_type!: ClientType;
  /** Mode of its tokens. It never changes, because users have consented to it. */
  @Column('text') mode!: Mode;
  /** Hash of the secret; that of a public client is the hash of no secret. */
  @Column('bytea') secret_hash!: Buffer;
  @Column('bytea', { nullable: true }) previous_secret_hash!: Buffer | null;
  @Column('timestamptz', { nullable: true }) previous_secret_expires_at!: Date | null;
  @Column('timestamptz') created_at!: Date;
}

/** The access that a user has given to an app by one consent. */
@Entity('oauth_grant')
export class GrantRow extends WorkspaceRow {
  @Column('uuid') id!: string;
  @Column('uuid') app_id!: string;
  @Column('uuid') user_id!: string;
  @Column('text', { array: true }) scopes!: Scope[];
  @Column('timestamptz') created_at!: Date;
  @Column('timestamptz') expires_at!: Date;
  @Column('timestamptz') refreshed_at!: Date;
}

abstract class AuthorizationRow extends WorkspaceRow {
  @Column('uuid') app_id!: string;
  @Column('text') redirect_uri!: string;
  @Column('text', { array: true }) scopes!: Scope[];
  @Column('text', { nullable: true }) challenge!: string | null;
  @Column('timestamptz') expires_at!: Date;
}

@Entity('oauth_code')
export class AuthorizationCodeRow extends AuthorizationRow {
  @Column('bytea') code_hash!: Buffer;
  @Column('uuid') user_id!: string;
}

@Entity('consent_request')
export class ConsentRequestRow extends AuthorizationRow {
  @Column('bytea') id_hash!: Buffer;
  @Column('bytea') session_hash!: Buffer;
  @Column('text', { nullable: true }) state!: string | null;
}

@Entity('refresh_token')
export class RefreshTokenRow extends WorkspaceRow {
  @Column('bytea') token_hash!: Buffer;
  @Column('uuid') grant_id!: string;
  @Column('timestamptz') expires_at!: Date;
}
