import {
  MemoryAdmission,
  RedisAdmission,
  RedisAdmissionRecords,
  RedisConfig,
  type Admission,
  type AdmissionOptions,
  type MakeAdmissionRecords,
} from '@parley/admission';
import type { ServiceName } from '@parley/contracts';
import { InProcessEvents, RabbitConfig, RabbitEvents, type EventTransport } from '@parley/events';
import type { Env, Logger } from '@parley/kernel';

/** A part with what ends it. */
interface Part {
  close(): Promise<void>;
}

/** What carries events: RabbitMQ where AMQP_URL names one, else the outbox itself. */
export function eventsFor(
  env: Env,
  services: readonly ServiceName[],
  logger: Logger,
): Part & { transport: EventTransport } {
  if (env['AMQP_URL'] === undefined)
    return { transport: new InProcessEvents(services), close: () => Promise.resolve() };
  const transport = new RabbitEvents(new RabbitConfig(env), { services, logger });
  return { transport, close: () => transport.close() };
}

/** What admits requests: over Redis where REDIS_URL names one, else in memory. */
export function admissionFor(
  env: Env,
  options: AdmissionOptions,
  logger: Logger,
): Part & { admission: Admission; makeRecords: MakeAdmissionRecords } {
  if (env['REDIS_URL'] === undefined) {
    const admission = new MemoryAdmission(options);
    return { admission, makeRecords: () => admission, close: () => admission.close() };
  }
  const redis = new RedisConfig(env);
  const admission = new RedisAdmission({ ...options, redis, log: logger });
  let records: RedisAdmissionRecords | undefined;
  return {
    admission,
    makeRecords: (source) => (records = new RedisAdmissionRecords({ redis, source, log: logger })),
    close: async () => {
      await admission.close();
      await records?.close();
    },
  };
}
