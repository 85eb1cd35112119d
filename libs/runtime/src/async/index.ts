export { Batcher } from './batcher.ts';
export { ExpiringMap } from './expiring-map.ts';
export { InFlight } from './in-flight.ts';
export { KeyedQueue } from './keyed-queue.ts';
export { Semaphore } from './semaphore.ts';
export { SingleFlight } from './single-flight.ts';
export { Slots } from './slots.ts';
export { TimeoutError, withTimeout } from './timeout.ts';
