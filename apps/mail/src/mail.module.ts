import { Module } from '@nestjs/common';
import { AddressLimiter, MemoryState } from '@parley/authentication';
import { EgressGuard } from '@parley/egress';
import { EventsModule } from '@parley/events';
import { FileLinks, FileLinksConfig, UploadLimitsConfig } from '@parley/files';
import { Database, PersistenceModule, ServiceErasure } from '@parley/persistence';
import { RpcModule } from '@parley/rpc';
import { LOGGER, type Logger } from '@parley/runtime/logging';
import { ENV, type Env } from '@parley/runtime/config';
import { DkimKeys } from './domains/dkim-keys.ts';
import { DnsRecords } from './domains/dns-records.ts';
import { SendingDomains } from './domains/sending-domains.handlers.ts';
import { ContactFormSubscribers } from './forms/contact-forms.subscribers.ts';
import { ContactForms } from './forms/contact-forms.handlers.ts';
import { FormRoutes } from './forms/form-routes.ts';
import { SubmissionDelivery } from './forms/submission-delivery.ts';
import { Submissions } from './forms/submissions.ts';
import { Acknowledgements } from './incoming/acknowledgements.ts';
import { Authors } from './incoming/authors.ts';
import { RecentSources } from './incoming/recent-sources.ts';
import { Acceptor } from './incoming/acceptor.ts';
import { MailContents } from './contents/mail-contents.ts';
import { DisplayDocuments } from './incoming/display-documents.ts';
import { Delivery } from './incoming/delivery.ts';
import { MailReading } from './incoming/mail-reading.ts';
import { Reports } from './incoming/reports.ts';
import { Threads } from './incoming/threads.ts';
import { Verdicts } from './incoming/verdicts.ts';
import { IncomingMailSubscribers } from './incoming/incoming-mails.subscribers.ts';
import { Retention } from './incoming/retention.ts';
import { UnreadMails } from './incoming/unread-mails.ts';
import { Holding } from './incoming/holding.ts';
import { IncomingMails } from './incoming/incoming-mails.handlers.ts';
import { IncomingReader } from './incoming/incoming-reader.ts';
import { MailboxAddresses } from './incoming/mailbox-addresses.ts';
import { Recording } from './incoming/recording.ts';
import { Reception } from './incoming/reception.ts';
import { MailboxReceiver } from './incoming/fetching/mailbox-receiver.ts';
import { FolderImports } from './incoming/imap/folder-import.ts';
import { FolderReader } from './incoming/imap/folder-reader.ts';
import { KnownMails } from './incoming/imap/known-mails.ts';
import { MailsLeft } from './incoming/imap/mails-left.ts';
import { GraphReader } from './incoming/graph/graph-reader.ts';
import { GraphSource } from './incoming/graph/graph-source.ts';
import { ImapSource } from './incoming/imap/imap-source.ts';
import { ImapSessions } from './incoming/imap/imap-sessions.ts';
import { Admission, ADMISSION } from './incoming/providers/admission.ts';
import { mailgun } from './incoming/providers/mailgun.ts';
import { postmark } from './incoming/providers/postmark.ts';
import { ProviderConfig } from './incoming/providers/provider.config.ts';
import { ProviderMails } from './incoming/providers/provider-mails.ts';
import { ProviderServer } from './incoming/providers/provider-server.ts';
import { Receivers } from './incoming/providers/receivers.ts';
import { sendgrid } from './incoming/providers/sendgrid.ts';
import { Ses } from './incoming/providers/ses.ts';
import { SnsEndpoint } from './incoming/providers/sns/sns-endpoint.ts';
import { ListenerConfig } from './incoming/smtp/listener.config.ts';
import { SmtpListener } from './incoming/smtp/smtp-listener.ts';
import { MailErasure } from './mail-erasure.ts';
import { MailConfig } from './mail.config.ts';
import { mailDatabase } from './mail.database.ts';
import { AccessTokens } from './mailboxes/access-tokens.ts';
import { Credentials } from './mailboxes/credentials.ts';
import { MailboxCheck } from './mailboxes/mailbox-check.ts';
import { Probes } from './mailboxes/probes.ts';
import { TestMails } from './mailboxes/test-mails.ts';
import { MailboxHealth } from './mailboxes/mailbox-health.ts';
import { ReceivingCheck } from './mailboxes/receiving-check.ts';
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
import { SenderRules } from './sender-rules/sender-rules.handlers.ts';
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

/** What mail providers hand over at {mail_url}. */
const PROVIDERS = [
  ProviderServer,
  Receivers,
  { provide: ProviderConfig, inject: [ENV], useFactory: (env: Env) => new ProviderConfig(env) },
  // Each process counts for itself: it bounds what the process has to do, and guesses of a token are of no use.
  {
    provide: AddressLimiter,
    inject: [ProviderConfig],
    useFactory: ({ MAIL_HTTP_REQUESTS_PER_MINUTE: limit }: ProviderConfig) =>
      new AddressLimiter(new MemoryState(), 'mail', limit),
  },
  {
    provide: ProviderMails,
    inject: [Receivers, Acceptor, EgressGuard, LOGGER],
    useFactory: (receivers: Receivers, acceptor: Acceptor, guard: EgressGuard, logger: Logger) => {
      const ses = new Ses(new SnsEndpoint(guard), logger);
      const providers = { postmark, mailgun, sendgrid, ses };
      return new ProviderMails(receivers, acceptor, providers, new Admission(ADMISSION));
    },
  },
];

/** Contact forms, and what is written into them at {mail_url}. */
const FORMS = [ContactForms, ContactFormSubscribers, FormRoutes, SubmissionDelivery, Submissions];

/** What arrives. */
const INCOMING = [
  Acceptor,
  RecentSources,
  Acknowledgements,
  Authors,
  Holding,
  IncomingMails,
  IncomingMailSubscribers,
  IncomingReader,
  Retention,
  UnreadMails,
  Delivery,
  DisplayDocuments,
  MailContents,
  MailboxAddresses,
  MailReading,
  Reception,
  Recording,
  Reports,
  Threads,
  Verdicts,
  SmtpListener,
  FolderReader,
  {
    provide: FolderImports,
    inject: [Database, FolderReader, KnownMails, Reception],
    useFactory: (...parts: [Database, FolderReader, KnownMails, Reception]) => new FolderImports(...parts),
  },
  KnownMails,
  MailsLeft,
  {
    provide: MailboxReceiver,
    inject: [Database, MailConfig, ImapSessions, FolderImports, GraphSource, MailboxHealth, LOGGER],
    useFactory: (
      db: Database,
      config: MailConfig,
      sessions: ImapSessions,
      imports: FolderImports,
      graph: GraphSource,
      ...rest: [MailboxHealth, Logger]
    ) => new MailboxReceiver(db, config, { imap_smtp: new ImapSource(sessions, imports), graph }, ...rest),
  },
  {
    provide: GraphSource,
    inject: [Database, AccessTokens, EgressGuard, Acceptor, LOGGER],
    useFactory: (db: Database, tokens: AccessTokens, guard: EgressGuard, ...parts: [Acceptor, Logger]) =>
      new GraphSource(db, tokens, guard, new GraphReader(db, ...parts)),
  },
  {
    provide: ReceivingCheck,
    inject: [Database, ImapSessions, GraphSource],
    useFactory: (...parts: [Database, ImapSessions, GraphSource]) => new ReceivingCheck(...parts),
  },
  {
    provide: ImapSessions,
    inject: [AccessTokens, EgressGuard, UploadLimitsConfig],
    useFactory: (tokens: AccessTokens, guard: EgressGuard, { MAIL_SIZE_MAX }: UploadLimitsConfig) =>
      new ImapSessions(tokens, guard, MAIL_SIZE_MAX),
  },
  { provide: ListenerConfig, inject: [ENV], useFactory: (env: Env) => new ListenerConfig(env) },
  FileLinks,
  { provide: FileLinksConfig, inject: [ENV], useFactory: (env: Env) => new FileLinksConfig(env) },
];

/** Mailboxes, what leaves through them and what arrives. */
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
    Probes,
    TestMails,
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
    SenderRules,
    { provide: ServiceErasure, useClass: MailErasure },
    OutgoingMailSubscribers,
    Dispatcher,
    Leases,
    MailAttempt,
    Composition,
    MailSources,
    Recovery,
    ...INCOMING,
    ...PROVIDERS,
    ...FORMS,
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
