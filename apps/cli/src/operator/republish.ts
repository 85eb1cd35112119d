import {
  busEvents,
  services,
  type Input,
  type republishEvents,
  type Result,
  type ServiceName,
} from '@parley/contracts';
import { CommandFailure } from '../failure.ts';
import type { Terminal } from '../terminal.ts';

type Options = Input<typeof republishEvents>;
type Step = Result<typeof republishEvents>;

/**
 * Publishes the events of one service again, or of every one that publishes events, in as many calls as it takes. What a
 * failure leaves is told on standard error.
 */
export async function republish(
  options: Options,
  terminal: Terminal,
  call: (input: Options & { service: ServiceName }) => Promise<Step>,
): Promise<object> {
  if (options.after !== undefined && options.service === undefined)
    throw new CommandFailure('--after needs --service: it continues the run of one service', 2);
  const publishers = services.filter((name) => busEvents.some(({ service }) => service === name));
  const published: Partial<Record<ServiceName, number>> = {};
  for (const service of options.service === undefined ? publishers : [options.service]) {
    let { after } = options;
    published[service] = 0;
    do {
      const step = await call({ ...options, service, ...(after === undefined ? {} : { after }) }).catch(
        (error: unknown) => {
          if (after !== undefined)
            terminal.printProgress(`to continue: --service ${service} --after ${after}`);
          throw error;
        },
      );
      published[service] += step.published;
      after = step.continue_after ?? undefined;
    } while (after !== undefined);
  }
  return { queue: options.queue ?? null, published };
}
