import { AuditEventRow } from './audit/audit-event.entity.ts';
import {
  AuthorizationCodeRow,
  ConsentRequestRow,
  GrantRow,
  OAuthAppRow,
  RefreshTokenRow,
} from './oauth/oauth.entities.ts';
import { SessionRow } from './sign-in/session.entity.ts';
import { TokenRow } from './tokens/token.entity.ts';
import { UserRow } from './users/user.entity.ts';

export const IDENTITY_ENTITIES = [
  UserRow,
  TokenRow,
  AuditEventRow,
  SessionRow,
  OAuthAppRow,
  GrantRow,
  AuthorizationCodeRow,
  RefreshTokenRow,
  ConsentRequestRow,
];
