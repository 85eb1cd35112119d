import { describe } from '@jest/globals';
import { testDelivery } from './conformance/delivery.conformance.ts';
import { testEnvelope } from './conformance/envelope.conformance.ts';
import { testFailures } from './conformance/failure.conformance.ts';
import { testOrder } from './conformance/order.conformance.ts';
import { testSubscriber } from './conformance/subscriber.conformance.ts';
import { ConformanceSuite } from './conformance/suite.fixture.ts';
import type { CreateBus } from './harness.fixture.ts';

/** The requirements on every event transport, tested with the real relay, consumer and database. */
export function eventsConformance(name: string, createBus: CreateBus): void {
  describe(name, () => {
    const suite = new ConformanceSuite(createBus);
    for (const test of [testDelivery, testOrder, testSubscriber, testFailures, testEnvelope]) test(suite);
  });
}
