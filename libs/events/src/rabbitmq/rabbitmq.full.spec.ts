import { jest } from '@jest/globals';
import { eventsConformance } from '../events.conformance.ts';
import { Broker, describeWithRabbit, HOOK_TIMEOUT_MS } from './broker.fixture.ts';

jest.setTimeout(HOOK_TIMEOUT_MS);

describeWithRabbit('RabbitEvents', () => {
  eventsConformance('RabbitMQ', async (options) => {
    const broker = await Broker.open(options);
    return { connect: () => Promise.resolve(broker.transport()), close: () => broker.close() };
  });
});
