import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { ApiError, type Principal } from '@parley/contracts';
import { Gauge } from '@parley/runtime/metrics';
import { GatewayConfig } from '../gateway.config.ts';
import { EventFeeds } from './event-feeds.ts';
import type { EventStream } from './event-stream.ts';

/** Time over which the clients of a shutdown come back. */
const DRAIN_SPREAD_MS = 4_000;
/** After which a client that has too many streams may try again, in seconds. */
const RETRY_AFTER_S = 5;

const open = new Gauge({ name: 'parley_gateway_event_streams', help: 'Event streams that are open' });

/** The streams that are open in this process, and how many a workspace and a credential may have. */
@Injectable()
export class EventStreams implements OnModuleInit, OnModuleDestroy {
  readonly #streams = new Set<EventStream>();
  /** Streams by workspace, mode and whether it is the account console, and by credential. */
  readonly #counts = new Map<string, number>();
  #heartbeats: NodeJS.Timeout | undefined;

  constructor(
    private readonly feeds: EventFeeds,
    private readonly config: GatewayConfig,
  ) {}

  onModuleInit(): void {
    const beat = () => {
      for (const stream of this.#streams) stream.heartbeat();
    };
    this.#heartbeats = setInterval(beat, this.config.EVENT_STREAM_HEARTBEAT).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.#heartbeats);
    this.endAll();
  }

  /** Counts a stream, and returns what gives its place back, once. Throws `rate_limit_exceeded` for too many of credential or workspace. */
  reserve({ type, workspaceId, mode, credentialId }: Principal): () => void {
    const isConsole = type === 'session';
    const owner = isConsole ? 'account console of the workspace' : 'workspace';
    const limits = [
      { key: `${workspaceId} ${mode} ${isConsole}`, limit: this.config.EVENT_STREAMS_PER_WORKSPACE, owner },
      { key: credentialId, limit: this.config.EVENT_STREAMS_PER_CREDENTIAL, owner: 'credential' },
    ];
    for (const { key, limit, owner: name } of limits)
      if ((this.#counts.get(key) ?? 0) >= limit)
        throw new ApiError('rate_limit_exceeded', {
          message: `The ${name} has ${limit} event streams open, the most that it may have. Close one of them first.`,
          retryAfter: RETRY_AFTER_S,
        });
    for (const { key } of limits) this.#add(key, 1);
    let isReserved = true;
    return () => {
      if (isReserved) for (const { key } of limits) this.#add(key, -1);
      isReserved = false;
    };
  }

  serve(stream: EventStream): void {
    this.#streams.add(stream);
    open.set(this.#streams.size);
    this.feeds.follow(stream);
  }

  closed(stream: EventStream): void {
    this.#streams.delete(stream);
    open.set(this.#streams.size);
    this.feeds.leave(stream);
  }

  /** Ends all streams at a shutdown: clients connect to another process, not all at once. */
  endAll(): void {
    for (const stream of this.#streams) stream.end(DRAIN_SPREAD_MS);
  }

  #add(key: string, change: number): void {
    const count = (this.#counts.get(key) ?? 0) + change;
    if (count === 0) this.#counts.delete(key);
    else this.#counts.set(key, count);
  }
}
