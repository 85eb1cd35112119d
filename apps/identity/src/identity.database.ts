import { eventsMigrations } from '@parley/events';
import type { ServiceDatabase } from '@parley/persistence';
import { encryptedRequests } from './notices/notice-requests.queries.ts';
import { AuditEntryRow } from './audit/audit-entry.entity.ts';
import { InvitationRow } from './invitations/invitation.entity.ts';
import {
  AuthorizationCodeRow,
  ConsentRequestRow,
  GrantRow,
  OAuthAppRow,
  RefreshTokenRow,
} from './oauth/oauth.entities.ts';
import { SessionRow } from './sign-in/session.entity.ts';
import { TeamRow } from './teams/team.entity.ts';
import { TokenRow } from './tokens/token.entity.ts';
import { UserRow } from './users/user.entity.ts';

export const identityDatabase: ServiceDatabase = {
  service: 'identity',
  entities: [
    UserRow,
    TeamRow,
    TokenRow,
    AuditEntryRow,
    SessionRow,
    InvitationRow,
    OAuthAppRow,
    GrantRow,
    AuthorizationCodeRow,
    RefreshTokenRow,
    ConsentRequestRow,
  ],
  encrypted: [encryptedRequests],
  migrations: [eventsMigrations, { name: 'identity', folder: new URL('./migrations/', import.meta.url) }],
};
