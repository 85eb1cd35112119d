import { Module } from '@nestjs/common';
import { EgressGuard } from '@parley/egress';
import { EventsModule } from '@parley/events';
import { ENV, type Env } from '@parley/runtime/config';
import { PersistenceModule, ServiceErasure } from '@parley/persistence';
import { RpcModule } from '@parley/rpc';
import { JobRunner } from './jobs/job-runner.ts';
import { Jobs } from './jobs/jobs.handlers.ts';
import { ActionReferences } from './macros/action-references.ts';
import { MacroApplications } from './macros/macro-applications.handlers.ts';
import { Macros } from './macros/macros.handlers.ts';
import { Viewers } from './audience/viewers.ts';
import { ViewCounts } from './views/view-counts.ts';
import { ViewRecords } from './views/view-records.handlers.ts';
import { Views } from './views/views.handlers.ts';
import { ViewWarnings } from './views/view-warnings.ts';
import { Assigner } from './assignment/assigner.ts';
import { AssignmentRebuild } from './assignment/assignment-rebuild.ts';
import { AssignmentSubscribers } from './assignment/assignment.subscribers.ts';
import { TeamLoads } from './assignment/team-load.handlers.ts';
import { ReportRebuild } from './reports/report-rebuild.ts';
import { ReportSubscribers } from './reports/reports.subscribers.ts';
import { Reports } from './reports/reports.handlers.ts';
import { Digests } from './notifications/digests/digests.ts';
import { Followers } from './notifications/followers.handlers.ts';
import { Notifications } from './notifications/notifications.handlers.ts';
import { NotificationSubscribers } from './notifications/notifications.subscribers.ts';
import { Notifier } from './notifications/notifier.ts';
import { NotificationDevices } from './notifications/push/devices.handlers.ts';
import { PushConfig } from './notifications/push/push.config.ts';
import { Pusher } from './notifications/push/pusher.ts';
import { Readers } from './notifications/readers.ts';
import { NotificationRetention } from './notifications/retention.ts';
import { automationDatabase } from './automation.database.ts';

/** What the product does for teams by itself. */
@Module({
  imports: [
    PersistenceModule.forService(automationDatabase),
    EventsModule.forService('automation'),
    RpcModule.forService('automation'),
  ],
  providers: [
    Assigner,
    AssignmentRebuild,
    AssignmentSubscribers,
    Reports,
    ReportRebuild,
    ReportSubscribers,
    TeamLoads,
    Digests,
    Followers,
    NotificationDevices,
    NotificationRetention,
    Notifications,
    NotificationSubscribers,
    Notifier,
    Pusher,
    Readers,
    { provide: PushConfig, inject: [ENV], useFactory: (env: Env) => new PushConfig(env) },
    {
      provide: EgressGuard,
      inject: [PushConfig],
      useFactory: (config: PushConfig) =>
        new EgressGuard({ allow: config.PUSH_ALLOW_CIDRS, allowHosts: config.PUSH_ALLOW_HOSTS }),
    },
    ActionReferences,
    Jobs,
    JobRunner,
    MacroApplications,
    Macros,
    Views,
    ViewCounts,
    ViewRecords,
    Viewers,
    ViewWarnings,
    ServiceErasure,
  ],
})
export class AutomationModule {}
