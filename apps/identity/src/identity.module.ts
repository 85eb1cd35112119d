import { Module } from '@nestjs/common';
import {
  AddressLimiter,
  REQUEST_COUNTS,
  TokenStore,
  TOKEN_STORE_FACTORY,
  type RequestCounts,
  type TokenStoreFactory,
} from '@parley/authentication';
import { EventsModule } from '@parley/events';
import { ENV, type Env } from '@parley/runtime/config';
import { PersistenceModule, ServiceErasure } from '@parley/persistence';
import { RpcModule } from '@parley/rpc';
import { identityDatabase } from './identity.database.ts';
import { IdentityConfig } from './identity.config.ts';
import { AuditConsole } from './session-api/audit.console.ts';
import { AuditLog } from './audit/audit.handlers.ts';
import { AuditSubscribers } from './audit/audit.subscribers.ts';
import { ConsoleApi } from './session-api/console-api.ts';
import { CONSOLE_HANDLERS } from './session-api/handles-console.ts';
import { CredentialsConsole } from './session-api/credentials.console.ts';
import { CreatedWebhooks } from './credentials/created-webhooks.ts';
import { Expirations } from './credentials/expirations.ts';
import { Credentials } from './credentials/credentials.handlers.ts';
import { Acceptances } from './invitations/acceptances.ts';
import { Invitations } from './invitations/invitations.ts';
import { UserInvitations } from './invitations/user-invitations.handlers.ts';
import { OneTimeLinks } from './links/one-time-links.ts';
import { NoticeRelay } from './notices/notice-relay.ts';
import { NoticeRequests } from './notices/notice-requests.ts';
import { NoticeState } from './notices/notice-state.ts';
import { AppsConsole } from './session-api/apps.console.ts';
import { OAuthApps } from './oauth/apps.handlers.ts';
import { ConnectedApps } from './oauth/connected-apps.ts';
import { Consents } from './oauth/consents.ts';
import { Grants } from './oauth/grants.ts';
import { Introspection } from './oauth/introspection.handlers.ts';
import { TokenEndpoint } from './oauth/token-endpoint.handlers.ts';
import { Pruning } from './pruning.ts';
import { UserAccess } from './sign-in/user-access.ts';
import { Accounts } from './sign-in/accounts.ts';
import { ForgottenPasswords } from './sign-in/forgotten-passwords.ts';
import { LoginThrottle } from './sign-in/login-throttle.ts';
import { SessionEnds } from './sign-in/session-ends.ts';
import { SessionsConsole } from './session-api/sessions.console.ts';
import { Sessions } from './sign-in/sessions.ts';
import { SignIn } from './sign-in/sign-in.ts';
import { TrustedBrowsers } from './sign-in/trusted-browsers.ts';
import { WorkspaceChoices } from './sign-in/workspace-choices.ts';
import { TeamChanges } from './teams/team-changes.handlers.ts';
import { Teams } from './teams/teams.handlers.ts';
import { Revocations } from './tokens/revocations.ts';
import { TokenRepository } from './tokens/token.repository.ts';
import { Tokens } from './tokens/tokens.handlers.ts';
import { MembersConsole } from './session-api/members.console.ts';
import { PasswordLinks } from './sign-in/password-links.ts';
import { PasswordResetRequests } from './sign-in/password-reset-requests.ts';
import { PasswordResets } from './sign-in/password-resets.ts';
import { PasswordHasher } from './users/password-hasher.ts';
import { Passwords } from './sign-in/passwords.handlers.ts';
import { ProfileConsole } from './session-api/profile.console.ts';
import { Users } from './users/users.handlers.ts';
import { AuthServer } from './web/auth-server.ts';
import { AuthorizeRoutes } from './web/authorize.routes.ts';
import { NoticeRecipients } from './users/notice-recipients.handlers.ts';
import { ForgottenPasswordRoutes } from './web/forgotten-password.routes.ts';
import { BrowserSession } from './web/browser-session.ts';
import { HomeRoutes } from './web/home.routes.ts';
import { ConsoleRoutes } from './web/console.routes.ts';
import { InvitationRoutes } from './web/invitation.routes.ts';
import { PageResponder } from './web/page-responder.ts';
import { PAGE_ROUTES, type PageRoutes } from './web/page-routes.ts';
import { PasswordResetRoutes } from './web/password-reset.routes.ts';
import { PasswordRoutes } from './web/password.routes.ts';
import { SignInForm } from './web/sign-in.form.ts';
import { IdentityErasure } from './workspaces/identity-erasure.ts';
import { UsageConsole } from './session-api/usage.console.ts';
import { WorkspaceDeletion } from './workspaces/workspace-deletion.ts';
import { WorkspaceSettings } from './workspaces/workspace-settings.handlers.ts';
import { Workspaces } from './workspaces/workspaces.handlers.ts';

const CONSOLE = [
  AppsConsole,
  AuditConsole,
  CredentialsConsole,
  MembersConsole,
  ProfileConsole,
  SessionsConsole,
  UsageConsole,
];

const ROUTES = [
  AuthorizeRoutes,
  HomeRoutes,
  PasswordRoutes,
  ForgottenPasswordRoutes,
  InvitationRoutes,
  PasswordResetRoutes,
  ConsoleRoutes,
  ConsoleApi,
];

/** Serves {auth_url}. */
const WEB = [
  BrowserSession,
  PageResponder,
  SignInForm,
  ...CONSOLE,
  { provide: CONSOLE_HANDLERS, inject: CONSOLE, useFactory: (...handlers: object[]) => handlers },
  ...ROUTES,
  { provide: PAGE_ROUTES, inject: ROUTES, useFactory: (...routes: PageRoutes[]) => routes },
  AuthServer,
];

@Module({
  imports: [
    PersistenceModule.forService(identityDatabase),
    EventsModule.forService('identity'),
    RpcModule.forService('identity'),
  ],
  providers: [
    Workspaces,
    WorkspaceSettings,
    WorkspaceDeletion,
    { provide: ServiceErasure, useClass: IdentityErasure },
    Users,
    Passwords,
    PasswordHasher,
    PasswordLinks,
    PasswordResets,
    NoticeRecipients,
    Invitations,
    Acceptances,
    UserInvitations,
    NoticeState,
    NoticeRequests,
    NoticeRelay,
    ForgottenPasswords,
    PasswordResetRequests,
    OneTimeLinks,
    Teams,
    TeamChanges,
    Tokens,
    TokenRepository,
    Revocations,
    Credentials,
    CreatedWebhooks,
    Expirations,
    ConnectedApps,
    AuditLog,
    AuditSubscribers,
    Pruning,
    OAuthApps,
    Grants,
    Consents,
    TokenEndpoint,
    Introspection,
    UserAccess,
    Accounts,
    LoginThrottle,
    Sessions,
    SessionEnds,
    SignIn,
    TrustedBrowsers,
    WorkspaceChoices,
    ...WEB,
    {
      provide: TokenStore,
      inject: [TOKEN_STORE_FACTORY, TokenRepository],
      useFactory: (make: TokenStoreFactory, tokens: TokenRepository) => make(tokens),
    },
    {
      provide: AddressLimiter,
      inject: [REQUEST_COUNTS, IdentityConfig],
      useFactory: (counts: RequestCounts, config: IdentityConfig) =>
        new AddressLimiter(counts, 'pages', config.PUBLIC_REQUESTS_PER_MINUTE),
    },
    { provide: IdentityConfig, inject: [ENV], useFactory: (env: Env) => new IdentityConfig(env) },
  ],
})
export class IdentityModule {}
