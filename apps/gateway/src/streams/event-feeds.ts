import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { LOGS_MAX, readEventLogs, type Result, type Tenant } from '@parley/contracts';
import { LOGGER, systemContext, type Logger } from '@parley/kernel';
import { Rpc } from '@parley/rpc';
import { GatewayConfig } from '../gateway.config.ts';
import { OutgoingEvent, SlowReaderError, type EventStream } from './event-stream.ts';

type Read = Result<typeof readEventLogs>['logs'][number];

/** The log of one tenant, as its streams in this process follow it together. */
interface Feed {
  readonly tenant: Tenant;
  readonly streams: Set<EventStream>;
  position: string;
  /** The events of the last read, which began behind `recentFrom`: what a stream that joins may lack. */
  recent: readonly OutgoingEvent[];
  recentFrom: string;
  /** When it is read again, in milliseconds of the process. */
  dueAt: number;
  idleMs: number;
}

/** How often the log of an idle workspace is read. */
const IDLE_MAX_MS = 1_000;
const RETRY_MS = 1_000;
const TIMEOUT_MS = 10_000;

/**
 * Reads the event logs of the workspaces that have streams here: each once for all of its streams, and those of all
 * workspaces together. Nothing is read while there are no streams.
 */
@Injectable()
export class EventFeeds implements OnModuleDestroy {
  readonly #feeds = new Map<string, Feed>();
  #running = false;
  #isFailing = false;
  #closed = false;

  constructor(
    @Inject(Rpc) private readonly rpc: Rpc,
    @Inject(GatewayConfig) private readonly config: GatewayConfig,
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
          : ['event_stream.failed', 'An event stream was ended: the event log cannot be read'];
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
    for (;;) {
      await stream.drained(this.config.EVENT_STREAM_DRAIN_TIMEOUT);
      if (!stream.isOpen || this.#join(stream)) return;
      const { tenant, types, resource } = stream;
      const log = {
        workspace_id: tenant.workspaceId,
        mode: tenant.mode,
        after: stream.position,
        ...(types === undefined ? {} : { types: [...types] }),
        ...(resource === undefined ? {} : { resource }),
      };
      const ctx = systemContext({ timeoutMs: TIMEOUT_MS });
      const { logs } = await this.rpc.call(readEventLogs, ctx, { logs: [log] });
      for (const { events, position } of logs)
        stream.receive(
          events.map((event) => new OutgoingEvent(event)),
          position,
        );
    }
  }

  /** `false` if the stream lacks events that the feed does not have any more. */
  #join(stream: EventStream): boolean {
    const key = keyOf(stream.tenant);
    let feed = this.#feeds.get(key);
    if (feed === undefined) {
      feed = newFeed(stream);
      this.#feeds.set(key, feed);
    }
    const isNear = stream.position >= feed.recentFrom && stream.receive(feed.recent, feed.position);
    if (!isNear) return false;
    feed.streams.add(stream);
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

  /** Whether some have more events already. */
  async #readDue(): Promise<boolean> {
    const now = performance.now();
    const due = [...this.#feeds.values()].filter(({ dueAt }) => dueAt <= now);
    let hasMore = false;
    for (let from = 0; from < due.length; from += LOGS_MAX) {
      const feeds = due.slice(from, from + LOGS_MAX);
      const logs = await this.#read(feeds);
      for (const [index, feed] of feeds.entries()) {
        const read = logs?.[index];
        if (read === undefined) feed.dueAt = performance.now() + RETRY_MS;
        else hasMore = this.#advance(feed, read) || hasMore;
      }
    }
    return hasMore;
  }

  async #read(feeds: readonly Feed[]): Promise<readonly Read[] | undefined> {
    try {
      const { logs } = await this.rpc.call(readEventLogs, systemContext({ timeoutMs: TIMEOUT_MS }), {
        logs: feeds.map(({ tenant, position }) => ({
          workspace_id: tenant.workspaceId,
          mode: tenant.mode,
          after: position,
        })),
      });
      this.#isFailing = false;
      return logs;
    } catch (error) {
      // Once per outage: the streams stay open, and continue where they are.
      if (!this.#isFailing)
        this.logger.warn({ event: 'event_stream.read.failed', err: error }, 'The event log cannot be read');
      this.#isFailing = true;
      return undefined;
    }
  }

  #advance(feed: Feed, { events, position, is_end: isEnd }: Read): boolean {
    const recent = events.map((event) => new OutgoingEvent(event));
    feed.idleMs =
      events.length > 0 ? 0 : Math.min(IDLE_MAX_MS, feed.idleMs + this.config.EVENT_STREAM_POLL_INTERVAL);
    feed.dueAt = isEnd ? performance.now() + feed.idleMs : 0;
    feed.recentFrom = feed.position;
    feed.recent = recent;
    feed.position = position;
    for (const stream of [...feed.streams]) {
      if (stream.receive(recent, position)) continue;
      // The others do not wait for it.
      this.leave(stream);
      this.follow(stream);
    }
    return !isEnd;
  }
}

const keyOf = ({ workspaceId, mode }: Tenant): string => `${workspaceId} ${mode}`;

const newFeed = ({ tenant, position }: EventStream): Feed => ({
  tenant,
  streams: new Set(),
  position,
  recent: [],
  recentFrom: position,
  dueAt: 0,
  idleMs: 0,
});
