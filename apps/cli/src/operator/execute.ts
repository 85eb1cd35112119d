import { setTimeout as wait } from 'node:timers/promises';
import {
  busEvents,
  exportContactPage,
  rebuildAssignments,
  rebuildReports,
  republishEvents,
  services,
  type erasureProgress,
  type exportContact,
  type Input,
  type InternalCall,
  type Result,
  type ServiceName,
} from '@parley/contracts';
import { CommandFailure } from '../failure.ts';
import type { Terminal } from '../terminal.ts';
import type { Call } from './connection.ts';
import { writeExport } from './contact-export.ts';

const REPORT_MS = 5_000;

export type Command = InternalCall & { command: string };
type Progress = Result<typeof erasureProgress>;
/** What a command returns whose work goes on behind it. */
interface Begun {
  target: object;
  services: readonly string[];
}

/**
 * Runs an operator command, waits for the work that it begins, and returns what it prints at its end. Records of an export are
 * written as they arrive.
 */
export async function execute(
  command: Command,
  input: Record<string, unknown>,
  call: Call,
  terminal: Terminal,
): Promise<object | undefined> {
  if (command.command === republishEvents.command)
    return republish(input as Parameters<typeof republish>[0], terminal, (step) =>
      call(republishEvents, step),
    );
  if (command === rebuildReports || command === rebuildAssignments)
    return rebuild(input, terminal, (step) => call(command, step) as Promise<Rebuilt>);
  const result = (await call(command, input)) as object;
  if (command.pages === exportContactPage) {
    const { contact } = result as Result<typeof exportContact>;
    const subject = input as Parameters<typeof writeExport>[0];
    return writeExport(subject, contact, terminal.output, (page) => call(exportContactPage, page));
  }
  const { progress } = command;
  if (progress === undefined) return result;
  return completion(result as Begun, terminal, (service, target) =>
    (call(progress, { service, target }) as Promise<Progress>).catch(unavailable),
  );
}

/**
 * Waits until every service has done what a command has begun, and tells on standard error every few seconds how far they
 * are. They continue without it.
 */
async function completion(
  { target, services }: Begun,
  terminal: Terminal,
  read: (service: string, target: object) => Promise<Progress>,
): Promise<object> {
  const erased: Record<string, number> = {};
  let reportAt = Date.now() + REPORT_MS;
  for (const service of services) {
    let pauseMs = 100;
    for (;;) {
      const found = await read(service, target);
      erased[service] = found.erased;
      if (found.status === 'completed') break;
      if (Date.now() > reportAt) {
        terminal.printProgress(`${service} has erased ${found.erased} so far`);
        reportAt = Date.now() + REPORT_MS;
      }
      await wait(pauseMs);
      pauseMs = Math.min(1_000, 2 * pauseMs);
    }
  }
  return { ...target, status: 'completed', erased };
}

/** A service that is restarted continues where it was. */
function unavailable(error: unknown): Progress {
  const { status } = error as { status?: number };
  if (status === undefined || status < 500) throw error;
  return { status: 'unknown', erased: 0 };
}

type Rebuilt = Result<typeof rebuildReports>;

/** Repeats a command until everything is compared. What a failure leaves is told on standard error. */
async function rebuild(
  options: Record<string, unknown>,
  terminal: Terminal,
  call: (input: Record<string, unknown>) => Promise<Rebuilt>,
): Promise<object> {
  const done = { compared: 0, corrected: 0 };
  let after = (options['after'] ?? null) as string | null;
  do {
    const step = await call({ ...options, ...(after !== null && { after }) }).catch((error: unknown) => {
      if (after !== null) terminal.printProgress(`to continue: --after "${after}"`);
      throw error;
    });
    done.compared += step.compared;
    done.corrected += step.corrected;
    after = step.continue_after;
  } while (after !== null);
  return done;
}

type RepublishOptions = Input<typeof republishEvents>;
type Step = Result<typeof republishEvents>;

/**
 * Publishes the events of one service again, or of every one that publishes events, in as many calls as it takes. What a
 * failure leaves is told on standard error.
 */
async function republish(
  options: RepublishOptions,
  terminal: Terminal,
  call: (input: RepublishOptions & { service: ServiceName }) => Promise<Step>,
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
