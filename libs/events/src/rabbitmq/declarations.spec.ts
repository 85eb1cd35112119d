import { afterEach, expect, it } from '@jest/globals';
import { removeTopology } from '@parley/testing';
import { connect } from 'amqplib';
import { RETRY_DELAYS_MS } from '../transport.ts';
import { BROKER_URL, describeWithRabbit, newPrefix } from './broker.fixture.ts';
import { migrateBus, pendingInBus } from './declarations.ts';
import { RabbitConfig } from './rabbit.config.ts';
import { topologyOf } from './topology.ts';

describeWithRabbit('the migration of the bus', () => {
  const prefix = newPrefix();
  const config = new RabbitConfig({ AMQP_URL: BROKER_URL, BUS_PREFIX: prefix });

  afterEach(async () => {
    const model = await connect(BROKER_URL);
    const channel = await model.createChannel();
    await removeTopology(channel, topologyOf(prefix, RETRY_DELAYS_MS), ['ticket', 'webhook']);
    await model.close();
  });

  it('is pending for a service until its queues are declared', async () => {
    const pending = () => pendingInBus(config, ['ticket', 'webhook']);
    expect(await pending()).toEqual(['ticket', 'webhook']);
    await migrateBus(config, new Map([['ticket', new Set(['contact.deleted'])]]));
    expect(await pending()).toEqual(['webhook']);
    await migrateBus(config, new Map([['webhook', new Set(['ticket.created'])]]));
    expect(await pending()).toEqual([]);
  });
});
