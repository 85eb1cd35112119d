import { discardDeadLetters, events, services } from '@parley/contracts';
import type { AlertFault } from '../alert-fault.ts';
import type { Stage } from '../stage.ts';

const RESET_EVERY_MS = 500;
const UNKNOWN_EVERY_MS = 200;

/** Puts a message in a queue of a service, as another publisher would. */
function put(stage: Stage, service: 'webhook' | 'contact', body: unknown): Promise<void> {
  const [queue = ''] = stage.topology.queuesOf(service).work;
  return stage.onBroker((channel) => {
    channel.sendToQueue(queue, Buffer.from(JSON.stringify(body)));
    return Promise.resolve();
  });
}

/** The bindings of all services to all event types. */
function bindings({ topology }: Stage) {
  return services.flatMap((service) =>
    events.map(({ type }) => [topology.queuesOf(service).exchange, topology.exchange, type] as const),
  );
}

export const bus: readonly AlertFault[] = [
  {
    name: 'broker-away',
    title: 'no process reaches RabbitMQ',
    alerts: ['ParleyOutboxOld', 'ParleyConsumerDown', 'ParleyPublisherDown'],
    async begin({ scene }) {
      await Promise.all(scene.wires('broker').map((wire) => wire.refuse()));
      return () => Promise.all(scene.wires('broker').map((wire) => wire.accept()));
    },
  },
  {
    name: 'broker-resets',
    title: 'connections to RabbitMQ are reset twice a second',
    alerts: ['ParleyBusUnstable'],
    begin(stage) {
      const stop = stage.repeat(RESET_EVERY_MS, () =>
        stage.scene.wires('broker').forEach((wire) => wire.reset()),
      );
      return Promise.resolve(stop);
    },
  },
  {
    name: 'queues-unbound',
    title: 'the bindings of all queues are deleted',
    alerts: ['ParleyEventsUnrouted'],
    async begin(stage) {
      await stage.onBroker(async (channel) => {
        for (const [queues, exchange, type] of bindings(stage))
          await channel.unbindExchange(queues, exchange, type);
      });
      return async () => {
        await stage.scene.deployment.migrate(stage.release);
        await stage.onBroker((channel) => channel.purgeQueue(stage.topology.unrouted.queue));
      };
    },
  },
  {
    name: 'types-unknown',
    title:
      'a queue gets events of a type that the processes do not know, as in a rollout that stopped halfway',
    alerts: ['ParleyEventsUnknown'],
    begin(stage) {
      const event = { specversion: '1.0', id: '1', source: '/moon', type: 'moon.risen', data: {} };
      const stop = stage.repeat(UNKNOWN_EVERY_MS, () => put(stage, 'webhook', event));
      return Promise.resolve(async () => {
        await stop();
        const { retries } = stage.topology.queuesOf('webhook');
        await stage.onBroker((channel) => Promise.all(retries.map(({ queue }) => channel.purgeQueue(queue))));
      });
    },
  },
  {
    name: 'message-poisonous',
    title: 'a queue gets a message that is no event',
    alerts: ['ParleyDeadLetters'],
    async begin(stage) {
      await put(stage, 'webhook', { hello: 'world' });
      return () =>
        stage.scene.deployment.operator.run(discardDeadLetters, { service: 'webhook', consumer: 'webhook' });
    },
  },
  {
    name: 'subscriber-fails',
    title: 'a subscriber fails at every event: a trigger on its table throws',
    alerts: ['ParleySubscriberFailing'],
    async begin({ scene }) {
      await scene.sql(
        `create function webhook.fail() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`,
      );
      await scene.sql(
        'create trigger fail before insert on webhook.event for each row execute function webhook.fail()',
      );
      return () => scene.sql('drop function webhook.fail cascade');
    },
  },
];
