import { once } from 'node:events';
import { extname } from 'node:path';
import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads';
import type { ReadMail } from '../read-mail.ts';
import type { TakePart } from '../structure/file-parts.ts';
import { UnreadableMailError } from '../unreadable-mail-error.ts';
import { PortMessages, receivedBytes, sendBytes } from './byte-ports.ts';
import type { PartAnswer, ReadingMessage, ReadRequest } from './messages.ts';

export interface ThreadOptions {
  /** Milliseconds that a mail may keep a thread busy, and for each MiB of its source. Time in which the thread waits does not count. */
  readonly activeMs?: number;
  readonly activeMsPerMiB?: number;
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

/** A thread that reads one mail at a time, within a time and a memory. */
export class MailThread {
  /** Whether it can read another mail. */
  isUsable = true;
  private readonly worker: Worker;
  private readonly ready: Promise<unknown>;
  private readonly ended: Promise<UnreadableMailError>;
  private readonly activeMs: number;
  private readonly activeMsPerMiB: number;

  constructor({ activeMs = 1_000, activeMsPerMiB = 40, memoryMiB = 96, module = MODULE }: ThreadOptions) {
    this.activeMs = activeMs;
    this.activeMsPerMiB = activeMsPerMiB;
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
  async read(source: AsyncIterable<Uint8Array>, onPart: TakePart): Promise<ReadMail> {
    this.worker.ref();
    await this.ready;
    const reading = new Reading(source, onPart, this.ended);
    const limit = new AbortController();
    try {
      reading.start(this.worker);
      const result = reading.result();
      const stopped = Promise.race([this.ended, this.tooExpensive(reading, limit.signal)]);
      const first = await Promise.race([result, stopped]);
      if (!(first instanceof UnreadableMailError)) return first;
      this.isUsable = false;
      reading.breakOff(first);
      await this.worker.terminate();
      await result.catch(() => undefined);
      throw first;
    } finally {
      limit.abort();
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

  /** Ends with an error when the thread has been busy for longer than the mail may keep it. */
  private async tooExpensive(reading: Reading, signal: AbortSignal): Promise<UnreadableMailError> {
    const { performance } = this.worker;
    const before = performance.eventLoopUtilization();
    const cpuBefore = process.cpuUsage();
    return new Promise((resolve) => {
      const timer = setInterval(() => {
        const { active } = performance.eventLoopUtilization(before);
        // A thread that waits for a processor is active, too. It has used no more of one than the whole process has.
        const { user, system } = process.cpuUsage(cpuBefore);
        const allowed = this.activeMs + (reading.sourceSize / MIB) * this.activeMsPerMiB;
        if (Math.min(active, (user + system) / 1_000) > allowed)
          resolve(
            new UnreadableMailError('too_expensive', `The mail takes more than ${Math.round(allowed)} ms`),
          );
      }, CHECK_INTERVAL_MS);
      signal.addEventListener('abort', () => clearInterval(timer));
    });
  }
}

/** A mail on its way through a thread. */
class Reading {
  sourceSize = 0;
  private readonly channel = new MessageChannel();
  private readonly sourceChannel = new MessageChannel();
  private readonly messages = new PortMessages<ReadingMessage>(this.channel.port1);
  private failure: Error | null = null;
  private reason: UnreadableMailError | null = null;

  constructor(
    private readonly source: AsyncIterable<Uint8Array>,
    private readonly onPart: TakePart,
    /** Why the thread has ended, when it has. */
    private readonly ended: Promise<UnreadableMailError>,
  ) {}

  start(worker: Worker): void {
    const request: ReadRequest = { source: this.sourceChannel.port2, reading: this.channel.port2 };
    worker.postMessage(request, [request.source, request.reading]);
    sendBytes(this.sourceChannel.port1, this.counted()).catch(
      (error: unknown) => (this.failure ??= errorOf(error)),
    );
  }

  async result(): Promise<ReadMail> {
    try {
      for (;;) {
        const message = await this.messages.next();
        if (message === null) throw await this.brokenOff();
        if (message.kind === 'read') return message.mail;
        if (message.kind === 'unreadable') throw new UnreadableMailError(message.code, message.message);
        if (message.kind === 'failed')
          throw this.failure ?? new UnreadableMailError('crashed', message.message);
        await this.take(message);
      }
    } finally {
      this.close();
    }
  }

  /** Ends what waits for the thread, with this error. */
  breakOff(reason: UnreadableMailError): void {
    this.reason = reason;
    this.close();
  }

  private async take({ part, bytes }: { part: Parameters<TakePart>[0]; bytes: MessagePort }): Promise<void> {
    let answer: PartAnswer = 'taken';
    const content = receivedBytes(bytes, () => this.brokenOff());
    try {
      await this.onPart(part, content);
    } catch (error) {
      this.failure = errorOf(error);
      answer = 'refused';
    }
    // Ends the transfer where the taker has left bytes.
    await content.return(undefined);
    bytes.close();
    this.channel.port1.postMessage(answer);
  }

  private async *counted(): AsyncGenerator<Uint8Array> {
    for await (const piece of this.source) {
      this.sourceSize += piece.byteLength;
      yield piece;
    }
  }

  /** Why a port was closed from the other side: the thread tells of every other end before. */
  private async brokenOff(): Promise<UnreadableMailError> {
    return this.reason ?? this.ended;
  }

  private close(): void {
    this.channel.port1.close();
    this.sourceChannel.port1.close();
  }
}

const errorOf = (error: unknown) =>
  error instanceof Error ? error : new Error(String(error), { cause: error });
