import type { InlineImage } from '../display/inline-image.ts';
import type { MailToShow, ShownMail } from '../display/show-mail.ts';
import type { ReadMail } from '../read-mail.ts';
import type { TakePart } from '../structure/file-parts.ts';
import { MailThread, type ThreadOptions } from './mail-thread.ts';

export interface MailReadersOptions extends ThreadOptions {
  /** Mails that are read at a time, each in a thread of its own. */
  readonly size?: number;
  /** Milliseconds after which a thread that reads nothing is ended, as it has some 40 MiB. */
  readonly idleMs?: number;
}

/**
 * Reads and shows mails in threads (`node:worker_threads`), each within a time and a memory, so that a mail that is made to exhaust its reader harms
 * no other one. A thread is started when it is needed, and replaced when a mail has ended it.
 */
export class MailReaders {
  /** Threads that read nothing, with the timers that end them. */
  private readonly idle = new Map<MailThread, NodeJS.Timeout>();
  private readonly all = new Set<MailThread>();
  private readonly waiting: (() => void)[] = [];
  private readonly size: number;
  private readonly idleMs: number;
  private busy = 0;
  private isClosed = false;

  constructor(private readonly options: MailReadersOptions = {}) {
    this.size = options.size ?? 2;
    this.idleMs = options.idleMs ?? 60_000;
  }

  /**
   * Reads a mail as `readMail` does, when a thread is free. Throws `UnreadableMailError` with the code `too_expensive` or `crashed` for a
   * mail that takes too much or ends its thread; the bytes of a part that is on its way then end with that error, too.
   */
  read(source: AsyncIterable<Uint8Array>, onPart: TakePart): Promise<ReadMail> {
    return this.inThread((thread) => thread.read(source, onPart));
  }

  /** Shows a mail as `showMail` does, when a thread is free. Throws `UnreadableMailError` as `read` does. */
  show(mail: MailToShow, images: readonly InlineImage[]): Promise<ShownMail> {
    return this.inThread((thread) => thread.show(mail, images));
  }

  /** Threads that are running. */
  get threadCount(): number {
    return this.all.size;
  }

  /** Ends all threads. Mails that are being read are `crashed` then. */
  async close(): Promise<void> {
    this.isClosed = true;
    for (const timer of this.idle.values()) clearTimeout(timer);
    for (const wake of this.waiting.splice(0)) wake();
    await Promise.all([...this.all].map((thread) => thread.end()));
  }

  private async inThread<Result>(work: (thread: MailThread) => Promise<Result>): Promise<Result> {
    await this.turn();
    try {
      const thread = this.takeIdle() ?? this.start();
      try {
        return await work(thread);
      } finally {
        if (thread.isUsable && !this.isClosed) this.idle.set(thread, this.endTimer(thread));
        else this.all.delete(thread);
      }
    } finally {
      this.busy -= 1;
      this.waiting.shift()?.();
    }
  }

  private async turn(): Promise<void> {
    while (this.busy >= this.size && !this.isClosed)
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    this.busy += 1;
  }

  /** The thread that has read a mail last, of those that can read another one. */
  private takeIdle(): MailThread | undefined {
    for (const [thread, timer] of [...this.idle].toReversed()) {
      clearTimeout(timer);
      this.idle.delete(thread);
      if (thread.isUsable) return thread;
      this.all.delete(thread);
    }
    return undefined;
  }

  private endTimer(thread: MailThread): NodeJS.Timeout {
    const end = () => {
      this.idle.delete(thread);
      this.all.delete(thread);
      void thread.end();
    };
    return setTimeout(end, this.idleMs).unref();
  }

  private start(): MailThread {
    if (this.isClosed) throw new Error('The readers are closed');
    const thread = new MailThread(this.options);
    this.all.add(thread);
    return thread;
  }
}
