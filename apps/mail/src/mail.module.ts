import { Module } from '@nestjs/common';
import { EgressGuard } from '@parley/egress';
import { EventsModule } from '@parley/events';
import { UploadLimitsConfig } from '@parley/files';
import { Database, PersistenceModule, ServiceErasure } from '@parley/persistence';
import { RpcModule } from '@parley/rpc';
import { ENV, type Env } from '@parley/runtime/config';
import { DkimKeys } from './domains/dkim-keys.ts';
import { DnsRecords } from './domains/dns-records.ts';
import { SendingDomains } from './domains/sending-domains.handlers.ts';
import { MailErasure } from './mail-erasure.ts';
import { MailConfig } from './mail.config.ts';
import { mailDatabase } from './mail.database.ts';
import { AccessTokens } from './mailboxes/access-tokens.ts';
import { Credentials } from './mailboxes/credentials.ts';
import { MailboxCheck } from './mailboxes/mailbox-check.ts';
import { MailboxHealth } from './mailboxes/mailbox-health.ts';
import { MailboxTransports } from './mailboxes/mailbox-transports.ts';
import { Mailboxes } from './mailboxes/mailboxes.handlers.ts';
import { MailboxSubscribers } from './mailboxes/mailboxes.subscribers.ts';
import { NoticeAttempt } from './notices/notice-attempt.ts';
import { NoticeQueue } from './notices/notice-queue.ts';
import { NoticeSender } from './notices/notice-sender.ts';
import { Notices } from './notices/notices.handlers.ts';
import { NoticeSubscribers } from './notices/notices.subscribers.ts';
import { SystemMailConfig } from './notices/system-mail.config.ts';
import { SystemMailbox } from './notices/system-mailbox.ts';
import { Composition } from './outgoing/composition.ts';
import { Dispatcher } from './outgoing/dispatcher.ts';
import { Leases } from './outgoing/leases.ts';
import { MailAttempt } from './outgoing/mail-attempt.ts';
import { MailSources } from './outgoing/mail-sources.ts';
import { OutgoingMailSubscribers } from './outgoing/outgoing-mails.subscribers.ts';
import { Recovery } from './outgoing/recovery.ts';
import { Suppressions } from './suppressions/suppressions.handlers.ts';

/** The mails of the product itself. */
const NOTICES = [
  Notices,
  NoticeSubscribers,
  NoticeQueue,
  NoticeSender,
  NoticeAttempt,
  SystemMailbox,
  { provide: SystemMailConfig, inject: [ENV], useFactory: (env: Env) => new SystemMailConfig(env) },
];

/** Mailboxes, and what leaves through them. */
@Module({
  imports: [
    PersistenceModule.forService(mailDatabase),
    EventsModule.forService('mail'),
    RpcModule.forService('mail'),
  ],
  providers: [
    Mailboxes,
    MailboxSubscribers,
    MailboxCheck,
    MailboxHealth,
    MailboxTransports,
    Credentials,
    {
      provide: AccessTokens,
      inject: [Database, Credentials, EgressGuard],
      useFactory: (...parts: [Database, Credentials, EgressGuard]) => new AccessTokens(...parts),
    },
    SendingDomains,
    DkimKeys,
    DnsRecords,
    Suppressions,
    { provide: ServiceErasure, useClass: MailErasure },
    OutgoingMailSubscribers,
    Dispatcher,
    Leases,
    MailAttempt,
    Composition,
    MailSources,
    Recovery,
    ...NOTICES,
    { provide: UploadLimitsConfig, inject: [ENV], useFactory: (env: Env) => new UploadLimitsConfig(env) },
    { provide: MailConfig, inject: [ENV], useFactory: (env: Env) => new MailConfig(env) },
    {
      provide: EgressGuard,
      inject: [MailConfig],
      useFactory: (config: MailConfig) =>
        new EgressGuard({ allow: config.MAIL_ALLOW_CIDRS, allowHosts: config.MAIL_ALLOW_HOSTS }),
    },
  ],
})
export class MailModule {}
