import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import {
  ApiError,
  LOGS_MAX,
  readEventLogs,
  type LogFilter,
  type Result,
  type Tenant,
} from '@parley/contracts';
import { KeyedQueue } from '@parley/runtime/async';
import { systemContext } from '@parley/runtime/context';
import { LOGGER, type Logger } from '@parley/runtime/logging';
import { Rpc } from '@parley/rpc';
import { GatewayConfig } from '../gateway.config.ts';
import { OutgoingEvent, presenceMessage, SlowReaderError, type EventStream } from './event-stream.ts';

type Read = Result<typeof readEventLogs>['logs'][number];

/** What reads the log of a tenant: the streams that follow it together, or one that has to catch up. */
interface Reader {
  readonly tenant: Tenant;
  readonly position: string;
  readonly filter?: LogFilter | undefined;
  readonly wantsPresence?: boolean;
}

/** The log of one tenant, as its streams in this process follow it together. */
interface Feed extends Reader {
  readonly streams: Set<EventStream>;
  position: string;
  /** The events of the last read, which began behind `recentFrom`: what a stream that joins may lack. */
  recent: readonly OutgoingEvent[];
  recentFrom: string;
  /** The messages about users in conversations, as its streams have them. */
  presence: ReadonlySet<string>;
  /** When it is read again, in milliseconds of the process. */
  dueAt: number;
  idleMs: number;
}

/** How often the log of an idle workspace is read. */
const IDLE_MAX_MS = 1_000;
const RETRY_MS = 1_000;
/** Reads for streams that catch up at a time, one of a workspace: the service has ten connections, which its deliveries need too. */
const CATCH_UPS = 4;
const TIMEOUT_MS = 10_000;
/** An outage is over when no read has failed for so long: longer than a retry with its timeout. */
const OUTAGE_OVER_MS = 15_000;

/** Reads the event logs of the workspaces that have streams here, all together and each once for all of its streams. */
@Injectable()
export class EventFeeds implements OnModuleDestroy {
  readonly #feeds = new Map<string, Feed>();
  readonly #catchUps = new KeyedQueue(CATCH_UPS);
  #running = false;
  #failedAt = -Infinity;
  #closed = false;

  constructor(
    private readonly rpc: Rpc,
    private readonly config: GatewayConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleDestroy(): void {
    this.#closed = true;
  }

  /** Sends a stream what follows its position, and then every event, until it leaves. */
  follow(stream: EventStream): void {
    this.#catchUp(stream).catch((error: unknown) => {
      // What waits for the client is dropped with its connection: it connects again, and resumes behind what it has read.
      const [event, reason] =
        error instanceof SlowReaderError
          ? ['event_stream.slow', 'An event stream was ended: its reader is too slow']
          : ['event_stream.failed', 'An event stream was ended by an unexpected error'];
      this.logger.warn({ event, err: error, workspace_id: stream.tenant.workspaceId }, reason);
      stream.destroy();
    });
  }

  leave(stream: EventStream): void {
    const key = keyOf(stream.tenant);
    const feed = this.#feeds.get(key);
    if (feed?.streams.delete(stream) === true && feed.streams.size === 0) this.#feeds.delete(key);
  }

  /** Reads the log for one stream, as fast as its reader takes it, until it can follow with the others. */
  async #catchUp(stream: EventStream): Promise<void> {
    for (let { isAtEnd } = stream; ;) {
      await stream.drained(this.config.EVENT_STREAM_DRAIN_TIMEOUT);
      if (!stream.isOpen || this.#join(stream, isAtEnd)) return;
      const logs = await this.#readInTurn(stream).catch((error: unknown) => {
        this.#warn(error);
        return pause(RETRY_MS, [], { ref: false });
      });
      for (const { events, position, is_end: isEnd } of logs) {
        const outgoing = events.map((event) => new OutgoingEvent(event));
        isAtEnd = stream.receive(outgoing, position) && isEnd;
      }
    }
  }

  /** Nothing for a stream that has ended while it waited. */
  async #readInTurn(stream: EventStream): Promise<readonly Read[]> {
    let logs: readonly Read[] = [];
    await this.#catchUps.run(keyOf(stream.tenant), async () => {
      const { tenant, position, filter } = stream;
      if (stream.isOpen) logs = await this.#read([{ tenant, position, filter }]);
    });
    return logs;
  }

  /** `false` if the stream lacks events that the feed has no more. The first stream makes the feed, once it is at the end of the log. */
  #join(stream: EventStream, isAtEnd: boolean): boolean {
    const key = keyOf(stream.tenant);
    let feed = this.#feeds.get(key);
    if (feed === undefined) {
      if (!isAtEnd) return false;
      feed = newFeed(stream);
      this.#feeds.set(key, feed);
    }
    const isNear = stream.position >= feed.recentFrom && stream.receive(feed.recent, feed.position);
    if (!isNear) return false;
    feed.streams.add(stream);
    stream.tell([...feed.presence]);
    if (!this.#running) void this.#run();
    return true;
  }

  async #run(): Promise<void> {
    this.#running = true;
    while (this.#feeds.size > 0 && !this.#closed) {
      const hasMore = await this.#readDue();
      if (!hasMore) await pause(this.config.EVENT_STREAM_POLL_INTERVAL, undefined, { ref: false });
    }
    this.#running = false;
  }

  async #readDue(): Promise<boolean> {
    const now = performance.now();
    // Those for which the last answer had no room come first.
    const due = [...this.#feeds.values()]
      .filter(({ dueAt }) => dueAt <= now)
      .toSorted((a, b) => a.dueAt - b.dueAt);
    let hasMore = false;
    for (let from = 0; from < due.length; from += LOGS_MAX)
      hasMore = (await this.#readTogether(due.slice(from, from + LOGS_MAX))) || hasMore;
    return hasMore;
  }

  /** Whether some have more events already. A log that cannot be read does not hold up those that are read with it. */
  async #readTogether(feeds: readonly Feed[]): Promise<boolean> {
    const logs = await this.#read(feeds).catch((error: unknown) => error as Error);
    if (logs instanceof Error) {
      if (feeds.length === 1 || isUnavailable(logs)) {
        for (const feed of feeds) feed.dueAt = performance.now() + RETRY_MS;
        this.#warn(logs);
        return false;
      }
      const half = Math.ceil(feeds.length / 2);
      const hasMore = await this.#readTogether(feeds.slice(0, half));
      return (await this.#readTogether(feeds.slice(half))) || hasMore;
    }
    let hasMore = false;
    for (const [index, feed] of feeds.entries()) {
      const read = logs[index];
      if (read !== undefined) hasMore = this.#advance(feed, read) || hasMore;
    }
    return hasMore;
  }

  async #read(readers: readonly Reader[]): Promise<readonly Read[]> {
    const logs = readers.map(({ tenant, position, filter, wantsPresence = false }) => ({
      workspace_id: tenant.workspaceId,
      mode: tenant.mode,
      after: position,
      ...(filter === undefined ? {} : { filter }),
      with_presence: wantsPresence,
    }));
    return (await this.rpc.call(readEventLogs, systemContext({ timeoutMs: TIMEOUT_MS }), { logs })).logs;
  }

  /** Once per outage: the streams stay open, and continue where they are. */
  #warn(error: unknown): void {
    const now = performance.now();
    if (now - this.#failedAt > OUTAGE_OVER_MS)
      this.logger.warn({ event: 'event_stream.read.failed', err: error }, 'The event log cannot be read');
    this.#failedAt = now;
  }

  #advance(feed: Feed, { events, position, is_end: isEnd, presence }: Read): boolean {
    const recent = events.map((event) => new OutgoingEvent(event));
    feed.idleMs =
      events.length > 0 ? 0 : Math.min(IDLE_MAX_MS, feed.idleMs + this.config.EVENT_STREAM_POLL_INTERVAL);
    const isLeftOut = !isEnd && position === feed.position;
    if (!isLeftOut) feed.dueAt = performance.now() + (isEnd ? feed.idleMs : 0);
    feed.recentFrom = feed.position;
    feed.recent = recent;
    feed.position = position;
    const known = feed.presence;
    feed.presence = new Set(presence.map(presenceMessage));
    const told = [...feed.presence].filter((message) => !known.has(message));
    for (const stream of [...feed.streams]) {
      stream.tell(told);
      if (stream.receive(recent, position)) continue;
      // The others do not wait for it.
      this.leave(stream);
      this.follow(stream);
    }
    return !isEnd;
  }
}

const isUnavailable = (error: Error): boolean =>
  error instanceof ApiError && error.code === 'service_unavailable';

const keyOf = ({ workspaceId, mode }: Tenant): string => `${workspaceId} ${mode}`;

const newFeed = ({ tenant, position }: EventStream): Feed => ({
  tenant,
  streams: new Set(),
  get wantsPresence() {
    for (const stream of this.streams) if (stream.wantsPresence) return true;
    return false;
  },
  position,
  recent: [],
  recentFrom: position,
  presence: new Set(),
  dueAt: 0,
  idleMs: 0,
});
