// One process of the backlog benchmark: a service with a relay, or one with a subscriber. Commands and results are messages
// of the parent process.
import { Module } from '@nestjs/common';
import { ticketCreated } from '@parley/contracts';
import {
  eventsMigrations,
  EventsModule,
  EventTransport,
  On,
  RabbitConfig,
  RabbitEvents,
} from '@parley/events';
import { inTenant, systemContext } from '@parley/runtime/context';
import { createLogger } from '@parley/runtime/logging';
import { startService } from '@parley/runtime/process';
import { newId } from '@parley/runtime/records';
import { Database, PersistenceModule } from '@parley/persistence';

const SERVICES = ['ticket', 'contact'];
const [, , service] = process.argv;
/** Events of these workspaces are measured. */
const watched = new Set();
let open = service !== 'ticket';
const latencies = { published: [], handled: [] };

const note = (kind, { workspaceid: workspace, recordedtime: time }) => {
  if (watched.has(workspace)) latencies[kind].push(Date.now() - Date.parse(time));
};

class MeasuredEvents extends RabbitEvents {
  async publish(events, isCurrent) {
    if (!open) throw new Error('the backlog is being written');
    const results = await super.publish(events, isCurrent);
    for (const { envelope } of events) note('published', envelope);
    return results;
  }
}

class Subscribers {
  measureWhenTicketCreated(event) {
    note('handled', { workspaceid: event.workspaceId, recordedtime: event.recordedAt });
    return Promise.resolve();
  }
}
const method = 'measureWhenTicketCreated';
On(ticketCreated)(
  Subscribers.prototype,
  method,
  Object.getOwnPropertyDescriptor(Subscribers.prototype, method),
);

class ServiceModule {}
Module({
  imports: [
    PersistenceModule.forService({ service, entities: [], migrations: [eventsMigrations] }),
    EventsModule.forService(service),
  ],
  providers: service === 'contact' ? [Subscribers] : [],
})(ServiceModule);

const logger = createLogger(service, 'error');
const events = new MeasuredEvents(new RabbitConfig(process.env), { services: SERVICES, logger });
const app = await startService(ServiceModule, {
  name: service,
  env: { ...process.env, LOG_LEVEL: 'error' },
  providers: [{ provide: EventTransport, useValue: events }],
});
const db = app.get(Database);

const ticketOf = (n) => ({
  id: newId('ticket'),
  subject: `Question ${n}`,
  description: 'Where is my order? '.repeat(16),
  status: 'open',
  priority: 'normal',
  tags: ['billing', 'vip'],
  custom_fields: {},
  created_at: new Date().toISOString(),
});

/** Commits events of a workspace in one transaction. */
const emit = (workspace, count) =>
  db.transaction(inTenant(systemContext(), workspace, 'live'), (tx) => {
    for (let n = 0; n < count; n += 1) tx.emit(ticketCreated, ticketOf(n));
    return Promise.resolve();
  });

const COMMANDS = {
  emit: ([workspace, count]) => emit(workspace, count),
  watch: (workspaces) => workspaces.forEach((one) => watched.add(one)),
  open: () => (open = true),
  counts() {
    const { user, system } = process.cpuUsage();
    return { published: events.counters.published, cpuMs: (user + system) / 1_000 };
  },
  latencies: () => latencies,
  async stop() {
    await app.close();
    await events.close();
    setImmediate(() => process.disconnect());
  },
};

process.on('message', ({ id, command, input }) => {
  Promise.resolve(COMMANDS[command](input)).then(
    (result) => process.send({ id, result }),
    (error) => process.send({ id, error: String(error.cause ?? error) }),
  );
});
process.once('disconnect', () => process.exit());
process.send({ id: 0 });
