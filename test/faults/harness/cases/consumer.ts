import { seededRandom } from '@parley/sample-data';
import { eventually } from '@parley/testing';
import { connect } from 'amqplib';
import type { FaultCase } from '../fault-case.ts';
import { EFFECTS } from '../builds.ts';
import type { Scene } from '../scene.ts';

const COPIES = 100;
const REPEATED_EVENTS = 20;

async function effects(scene: Scene): Promise<number> {
  const [row] = await scene.sql<{ n: number }>(`select count(*)::int as n from ${EFFECTS}`);
  return row?.n ?? 0;
}

export const consumer: readonly FaultCase[] = [
  {
    name: 'acknowledgement-lost',
    title: 'kill -9 of a consumer after the commit of its effects and before their acknowledgement',
    api: 'available',
    async fault(scene) {
      const before = await effects(scene);
      scene.wire('conversation 0', 'broker').holdRequests();
      await eventually(async () => (await effects(scene)) > before + 5);
      await scene.kill('conversation 0');
      // What it has sent is lost with it.
      scene.wire('conversation 0', 'broker').cut();
    },
    async recover(scene) {
      scene.wire('conversation 0', 'broker').heal();
      await scene.restart('conversation 0');
    },
  },
  {
    name: 'event-repeated',
    title: `events that arrive ${COPIES} times more, in another order, at three processes`,
    api: 'available',
    form: { apps: ['conversation'], replicas: 3 },
    async fault(scene) {
      const bus = await scene.observe();
      await eventually(() => bus.messages.length >= REPEATED_EVENTS);
      const copies = Array.from({ length: COPIES }, () => bus.messages.slice(0, REPEATED_EVENTS)).flat();
      const random = seededRandom(COPIES);
      const shuffled = copies.map((content) => ({ content, at: random() })).toSorted((a, b) => a.at - b.at);
      const model = await connect(scene.broker.url);
      const channel = await model.createConfirmChannel();
      for (const { content } of shuffled) {
        const { type, id } = JSON.parse(content.toString()) as { type: string; id: string };
        channel.publish(scene.deployment.exchange, type, content, {
          messageId: id,
          contentType: 'application/cloudevents+json',
        });
      }
      await channel.waitForConfirms();
      await model.close();
      scene.notes.push(`${shuffled.length} copies`);
    },
  },
  {
    name: 'webhook-process-killed',
    title: 'kill -9 of one of two webhook processes that share the bus and the deliveries',
    api: 'available',
    form: { apps: ['webhook'], replicas: 2 },
    async fault(scene) {
      await scene.kill('webhook 0');
      await scene.lasting(10);
    },
    recover: (scene) => scene.restart('webhook 0'),
  },
];
