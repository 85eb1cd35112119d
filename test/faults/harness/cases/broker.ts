import { RETRY_DELAYS_MS, topologyOf } from '@parley/events';
import { eventually } from '@parley/testing';
import { connect, type ChannelModel } from 'amqplib';
import type { PrivateBroker } from '../../private-broker.ts';
import type { LoadCase } from '../fault-case.ts';
import { check } from '../history.ts';
import type { Scene } from '../scene.ts';
import { percentile } from '../../../setup/percentile.mjs';

/** Below this, p99 of a few hundred requests is noise. */
const FAST_MS = 50;

/** By when a queue that was deleted is there again. */
const DECLARED_WITHIN_MS = 5_000;

const topology = ({ deployment }: Scene) => topologyOf(deployment.env['BUS_PREFIX'] ?? '', RETRY_DELAYS_MS);

async function hasConsumers(model: ChannelModel, queues: readonly string[]): Promise<boolean> {
  const channel = await model.createChannel();
  // The failing call reports it.
  channel.on('error', () => undefined);
  const found = await Promise.all(queues.map((queue) => channel.checkQueue(queue)));
  await channel.close();
  return found.every(({ consumerCount }) => consumerCount > 0);
}

/** What a load balancer before a cluster does: connections lead to a node that is alive. */
function aimAt(scene: Scene, broker: PrivateBroker): void {
  const { hostname: host, port } = new URL(broker.url);
  for (const wire of scene.wires('broker')) wire.aim({ host, port: Number(port) });
}

export const broker: readonly LoadCase[] = [
  {
    name: 'broker-killed',
    title: 'a broker that hangs for 3 s, is killed by kill -9, and comes back after 10 s',
    api: 'available',
    async fault(scene) {
      await scene.broker.freeze();
      await scene.lasting(3);
      await scene.broker.kill();
      await scene.lasting(10);
    },
    recover: (scene) => scene.broker.run(),
  },
  {
    name: 'broker-away-60s',
    title: 'a broker that is away for 60 s: requests are as fast, and the backlog drains in order',
    api: 'available',
    async fault(scene) {
      await scene.lasting(20);
      scene.brokenAt = Date.now();
      await scene.broker.stop();
      await scene.lasting(60);
      scene.notes.push(`${await scene.waiting()} events waited`);
    },
    recover: (scene) => scene.broker.run(),
    check({ load, brokenAt, healedAt, violations, notes }) {
      const p99 = (from: number, to: number) =>
        percentile(
          load.between(from, to).map(({ tookMs }) => tookMs),
          0.99,
        );
      const [before, during] = [p99(0, brokenAt), p99(brokenAt, healedAt)];
      notes.push(`p99 ${Math.round(before)} ms with a broker, ${Math.round(during)} ms without`);
      if (during > 2 * Math.max(before, FAST_MS)) violations.push('p99 more than doubled');
      return Promise.resolve();
    },
  },
  {
    name: 'broker-silent',
    title: 'connections to the broker that carry nothing for 60 s, without an end',
    api: 'available',
    async fault(scene) {
      for (const wire of scene.wires('broker')) wire.blackhole();
      await scene.lasting(60);
    },
    recover(scene) {
      for (const wire of scene.wires('broker')) wire.heal();
      return Promise.resolve();
    },
  },
  {
    name: 'broker-half-open',
    title: 'connections to the broker that are lost without either side being told',
    api: 'available',
    async fault(scene) {
      for (const wire of scene.wires('broker')) wire.vanish();
      await scene.lasting(5);
    },
  },
  {
    name: 'broker-resets',
    title: 'connections to the broker that are reset every 200 ms for 30 s',
    api: 'available',
    async fault(scene) {
      const storm = setInterval(() => {
        for (const wire of scene.wires('broker')) wire.reset();
      }, 200);
      await scene.lasting(30);
      clearInterval(storm);
    },
  },
  {
    name: 'broker-alarm',
    title: 'a memory alarm of the broker, which then blocks publishers, for 15 s',
    api: 'available',
    async fault(scene) {
      await scene.broker.control('set_vm_memory_high_watermark', '0.000001');
      await eventually(async () => (await scene.waiting()) > 20);
      await scene.lasting(15);
      scene.notes.push(`${await scene.waiting()} events waited`);
    },
    async recover(scene) {
      await scene.broker.control('set_vm_memory_high_watermark', '0.4');
    },
  },
  {
    name: 'queues-deleted',
    title: 'the work queues of a service are deleted while they are empty and nothing is published',
    api: 'available',
    async fault(scene) {
      // What a queue holds goes with it.
      await scene.load.stop();
      await eventually(async () => check(await scene.history()).lost.length === 0);
      const model = await connect(scene.broker.url);
      const channel = await model.createChannel();
      const { work } = topology(scene).queuesOf('conversation');
      for (const queue of work) await channel.deleteQueue(queue);
      // What is published now does not reach the service.
      const deletedAt = Date.now();
      await eventually(() => hasConsumers(model, work), DECLARED_WITHIN_MS);
      scene.notes.push(`declared and consumed again after ${Date.now() - deletedAt} ms`);
      scene.load.start();
      await model.close();
    },
  },
  {
    name: 'cluster-node-killed',
    title: 'kill -9 of the node of a cluster of three that leads the queue of unrouted messages',
    api: 'available',
    form: { brokers: 3 },
    async fault(scene) {
      const { queue } = topology(scene).unrouted;
      const leader = /\t(.*)$/m.exec(
        (await scene.broker.control('list_queues', '--silent', 'name', 'leader'))
          .split('\n')
          .find((row) => row.startsWith(`${queue}\t`)) ?? '',
      )?.[1];
      const lost = scene.brokers.find(({ name }) => name === leader);
      const left = scene.brokers.find((one) => one !== lost);
      if (lost === undefined || left === undefined) throw new Error(`no node ${leader ?? ''}`);
      aimAt(scene, left);
      await lost.kill();
      await scene.lasting(15);
      scene.notes.push(`${await scene.waiting()} events waited with two nodes`);
      await lost.run();
    },
  },
];
