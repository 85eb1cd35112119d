import { eventually } from '@parley/testing';
import type { PrivateBroker } from '../../private-broker.ts';
import type { FaultCase } from '../fault-case.ts';
import type { Scene } from '../scene.ts';

/** What a load balancer before a cluster does: connections lead to a node that is alive. */
function aimAt(scene: Scene, broker: PrivateBroker): void {
  const { hostname: host, port } = new URL(broker.url);
  for (const wire of scene.wires('broker')) wire.aim({ host, port: Number(port) });
}

export const broker: readonly FaultCase[] = [
  {
    name: 'broker-killed',
    title: 'a broker that hangs for 3 s, is killed by kill -9, and comes back after 10 s',
    api: 'available',
    async fault(scene) {
      await scene.broker.freeze();
      await scene.lasting(3);
      await scene.broker.kill();
      await scene.lasting(10);
      scene.assertFault((await scene.waiting()) > 0, 'no event waited for the broker');
    },
    recover: (scene) => scene.broker.run(),
  },
  {
    name: 'broker-away-60s',
    title: 'a broker that is away for 60 s: the backlog drains in order',
    api: 'available',
    async fault(scene) {
      await scene.lasting(20);
      scene.brokenAt = Date.now();
      await scene.broker.stop();
      await scene.lasting(60);
      const waiting = await scene.waiting();
      scene.assertFault(waiting > 0, 'no event waited for the broker');
      scene.notes.push(`${waiting} events waited`);
    },
    recover: (scene) => scene.broker.run(),
  },
  {
    name: 'broker-silent',
    title: 'connections to the broker that carry nothing for 60 s, without an end',
    api: 'available',
    async fault(scene) {
      for (const wire of scene.wires('broker')) wire.blackhole();
      // Two heartbeats, after which both sides give their connections up.
      await scene.lasting(60, 25);
      scene.assertFault((await scene.waiting()) > 0, 'events passed');
    },
    recover(scene) {
      for (const wire of scene.wires('broker')) wire.heal();
      return Promise.resolve();
    },
  },
  {
    name: 'broker-resets',
    title: 'connections to the broker that are reset every 200 ms for 30 s',
    api: 'available',
    async fault(scene) {
      let reset = 0;
      const storm = setInterval(() => {
        reset += scene.brokerConnections;
        for (const wire of scene.wires('broker')) wire.reset();
      }, 200);
      await scene.lasting(30);
      clearInterval(storm);
      scene.notes.push(`${reset} connections reset`);
      scene.assertFault(reset > 0, 'there were no connections');
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
    name: 'cluster-node-killed',
    title: 'kill -9 of the node of a cluster of three that leads the queue of unrouted messages',
    api: 'available',
    form: { brokers: 3 },
    async fault(scene) {
      const { queue } = scene.topology.unrouted;
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
