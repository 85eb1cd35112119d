import { eventsConformance } from '../events.conformance.ts';
import { Broker, describeWithRabbit } from './broker.fixture.ts';

describeWithRabbit('RabbitEvents', () => {
  eventsConformance('RabbitMQ', async (options) => {
    const broker = await Broker.open(options);
    return { connect: () => Promise.resolve(broker.transport()), close: () => broker.close() };
  });
});
