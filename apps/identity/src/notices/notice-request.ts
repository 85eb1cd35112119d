/** An invitation as it is mailed. */
export interface InvitationRequest {
  readonly email: string;
  readonly link: string;
}

/** An address that somebody has entered. */
export interface ResetRequest {
  /** The key of the address. */
  readonly email: string;
  /** Uuid of the only workspace whose account is meant, or null for all. */
  readonly workspace: string | null;
  /** The token of the link, which is made in advance so that a repeat finds the one that there is. */
  readonly token: string;
  /** The network address that asks, for the audit log. */
  readonly address: string;
}
