import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { InlineImage } from '../display/inline-image.ts';
import type { MailToShow, ShownMail } from '../display/show-mail.ts';
import type { ReadMail } from '../read-mail.ts';
import type { TakePart } from '../structure/file-parts.ts';
import { UnreadableMailError } from '../unreadable-mail-error.ts';
import { Reading } from './reading.ts';
import { Showing } from './showing.ts';

export interface ThreadOptions {
  /** Milliseconds that a mail may keep a thread busy, and for each MiB of its source. Time in which the thread waits does not count. */
  readonly activeMs?: number;
  readonly activeMsPerMiB?: number;
  /** The same for each MiB of the HTML of a mail that is shown. */
  readonly activeMsPerHtmlMiB?: number;
  /** MiB of the heap of a thread. */
  readonly memoryMiB?: number;
  /** The module that a thread runs; for tests. */
  readonly module?: URL;
}

const CHECK_INTERVAL_MS = 50;
const MIB = 1024 * 1024;
/** The module beside this one: compiled if this one is. */
const MODULE = new URL(`./reading-thread${extname(new URL(import.meta.url).pathname)}`, import.meta.url);

/**
 * Modules that a thread loads first, by the name of a property of the global object. Sources need the hooks that compile them, which a
 * thread of Node 20 does not inherit; what runs sources names them.
 */
const IMPORTS = Symbol.for('parley.threadImports');

function loaderOptions(): { execArgv?: string[] } {
  const { [IMPORTS]: imports } = globalThis as { [IMPORTS]?: readonly string[] };
  return imports === undefined ? {} : { execArgv: imports.flatMap((module) => ['--import', module]) };
}

/** Work on one mail, which a thread does. */
interface Work<Result> {
  start(worker: Worker): void | Promise<void>;
  result(): Promise<Result>;
  /** Ends what waits for the thread, with this error. */
  breakOff(reason: UnreadableMailError): void;
}

/** A thread that reads or shows one mail at a time, within a time and a memory. */
export class MailThread {
  /** Whether it can read another mail. */
  isUsable = true;
  private readonly worker: Worker;
  private readonly ready: Promise<unknown>;
  private readonly ended: Promise<UnreadableMailError>;
  private readonly activeMs: number;
  private readonly activeMsPerMiB: number;
  private readonly activeMsPerHtmlMiB: number;

  constructor({ memoryMiB = 96, module = MODULE, ...times }: ThreadOptions) {
    this.activeMs = times.activeMs ?? 1_000;
    this.activeMsPerMiB = times.activeMsPerMiB ?? 40;
    this.activeMsPerHtmlMiB = times.activeMsPerHtmlMiB ?? 1_000;
    this.worker = new Worker(module, {
      name: 'mail-reader',
      resourceLimits: { maxOldGenerationSizeMb: memoryMiB, maxYoungGenerationSizeMb: 16 },
      ...loaderOptions(),
    });
    this.ended = this.endOf(this.worker);
    this.ready = Promise.race([once(this.worker, 'message'), this.ended]);
    // An idle thread keeps no process.
    this.worker.unref();
  }

  /** Reads a mail as `readMail` does. Throws {@link UnreadableMailError} also if it takes too much, or ends the thread. */
  read(source: AsyncIterable<Uint8Array>, onPart: TakePart): Promise<ReadMail> {
    const reading = new Reading(source, onPart, this.ended);
    return this.limited(reading, () => this.activeMs + (reading.sourceSize / MIB) * this.activeMsPerMiB);
  }

  /** Shows a mail as `showMail` does. Throws {@link UnreadableMailError} if it takes too much, or ends the thread. */
  show(mail: MailToShow, images: readonly InlineImage[]): Promise<ShownMail> {
    const allowed = this.activeMs + (Buffer.byteLength(mail.html ?? '') / MIB) * this.activeMsPerHtmlMiB;
    return this.limited(new Showing(mail, images, this.ended), () => allowed);
  }

  private async limited<Result>(work: Work<Result>, allowedMs: () => number): Promise<Result> {
    this.worker.ref();
    await this.ready;
    let timer: NodeJS.Timeout | undefined;
    try {
      await work.start(this.worker);
      const result = work.result();
      const tooExpensive = new Promise<UnreadableMailError>((resolve) => {
        timer = this.limit(allowedMs, resolve);
      });
      const first = await Promise.race([result, this.ended, tooExpensive]);
      if (!(first instanceof UnreadableMailError)) return first;
      this.isUsable = false;
      work.breakOff(first);
      await this.worker.terminate();
      await result.catch(() => undefined);
      throw first;
    } finally {
      clearInterval(timer);
      this.worker.unref();
    }
  }

  async end(): Promise<void> {
    this.isUsable = false;
    await this.worker.terminate();
  }

  private async endOf(worker: Worker): Promise<UnreadableMailError> {
    const failure = await new Promise<unknown>((resolve) => {
      worker.once('error', resolve);
      worker.once('exit', (code) => resolve(new Error(`The thread has ended with code ${code}`)));
    });
    this.isUsable = false;
    const isMemory =
      failure instanceof Error && 'code' in failure && failure.code === 'ERR_WORKER_OUT_OF_MEMORY';
    const options = { cause: failure };
    if (isMemory)
      return new UnreadableMailError('too_expensive', 'The mail takes more memory than it may', options);
    return new UnreadableMailError('crashed', 'The thread that read the mail has ended', options);
  }

  /** Calls back with an error when the thread has been busy for longer than the mail may keep it, until the timer is cleared. */
  private limit(allowedMs: () => number, onExceeded: (error: UnreadableMailError) => void): NodeJS.Timeout {
    const { performance } = this.worker;
    const before = performance.eventLoopUtilization();
    const cpuBefore = process.cpuUsage();
    return setInterval(() => {
      const { active } = performance.eventLoopUtilization(before);
      // A thread that waits for a processor is active, too. It has used no more of one than the whole process has.
      const { user, system } = process.cpuUsage(cpuBefore);
      const allowed = allowedMs();
      if (Math.min(active, (user + system) / 1_000) > allowed)
        onExceeded(
          new UnreadableMailError('too_expensive', `The mail takes more than ${Math.round(allowed)} ms`),
        );
    }, CHECK_INTERVAL_MS);
  }
}
