import { Inject, Injectable } from '@nestjs/common';
import {
  ApiError,
  encodeId,
  listDeadLetters,
  notFound,
  replayDeadLetters,
  uuidOf,
  type DeadLetter,
  type ParsedInput,
  type Result,
} from '@parley/contracts';
import { Handles, remaining, TransactionRunner, type Context } from '@parley/kernel';
import type { Consumer } from './consumer.ts';
import { Envelope, fromEnvelope } from './envelope.ts';

/** Of a command's time: what is left for the answer when no further letter is begun. */
const MARGIN_MS = 2_000;
/** A list of failures that an operator can still read. */
const REPLAY_MAX = 100;

const LIST = `select id, consumer, message_id, type, error, attempts, parked_at from dead_letter
  where replayed_at is null order by parked_at, id limit $1`;
const COUNT = `select count(*)::int as n from dead_letter where replayed_at is null`;
const FIND = `select id, envelope from dead_letter where replayed_at is null and id = $1`;
/** What failed again goes to the end, so that it keeps no other from its turn. */
const ALL = `select id, envelope from dead_letter
  where replayed_at is null order by attempts, parked_at, id limit ${REPLAY_MAX}`;
const REPLAYED = [
  'dead_letter.replayed',
  'update dead_letter set replayed_at = now() where id = $1',
] as const;
const FAILED = [
  'dead_letter.failed',
  'update dead_letter set attempts = attempts + 1, error = $2 where id = $1',
] as const;

interface Row {
  id: string;
  consumer: string;
  message_id: string | null;
  type: string | null;
  error: string;
  attempts: number;
  parked_at: Date;
}

interface Letter {
  id: string;
  envelope: string;
}

/** The operator's commands about what the subscribers of this service could not take. */
@Injectable()
export class DeadLetterCommands {
  #consumer: Consumer | undefined;

  constructor(@Inject(TransactionRunner) private readonly transactor: TransactionRunner) {}

  /** Says who takes what is replayed. */
  serve(consumer: Consumer): void {
    this.#consumer = consumer;
  }

  @Handles(listDeadLetters)
  async list(
    _ctx: Context,
    { limit }: ParsedInput<typeof listDeadLetters>,
  ): Promise<Result<typeof listDeadLetters>> {
    const rows = await this.transactor.raw<Row>('dead_letter.list', LIST, [limit]);
    return { dead_letters: rows.map(shown), total: await this.#count() };
  }

  @Handles(replayDeadLetters)
  async replay(
    ctx: Context,
    { id }: ParsedInput<typeof replayDeadLetters>,
  ): Promise<Result<typeof replayDeadLetters>> {
    const consumer = this.#consumer;
    if (consumer === undefined) throw new ApiError('service_unavailable');
    const letters =
      id === undefined
        ? await this.transactor.raw<Letter>('dead_letter.all', ALL, [])
        : await this.transactor.raw<Letter>('dead_letter.find', FIND, [uuidOf('dead_letter', id)]);
    if (id !== undefined && letters.length === 0) throw notFound('dead letter');
    let replayed = 0;
    const failed: Result<typeof replayDeadLetters>['failed'] = [];
    for (const letter of letters) {
      if (replayed + failed.length > 0 && remaining(ctx) < MARGIN_MS) break;
      const error = await this.#give(letter, consumer);
      if (error === null) replayed += 1;
      else failed.push({ id: encodeId('dead_letter', letter.id), error });
    }
    const left = id === undefined ? (await this.#count()) - failed.length : 0;
    return { replayed, failed, remaining: Math.max(left, 0) };
  }

  /** Answers why it failed again, or `null`. Those who have had their effect know it by their inbox. */
  async #give({ id, envelope }: Letter, consumer: Consumer): Promise<string | null> {
    const event = read(envelope, consumer);
    if (typeof event === 'string') return event;
    const consumed = await consumer.consume(event, 1);
    if (consumed.outcome === 'done') {
      await this.transactor.raw(...REPLAYED, [id]);
      return null;
    }
    // An outage says nothing of the event, and takes it no attempt elsewhere either.
    if (consumed.outage !== true) await this.transactor.raw(...FAILED, [id, consumed.cause]);
    const what =
      consumed.outage === true ? 'What the subscriber needs is out' : 'The subscriber failed again';
    return `${what}: ${firstLine(consumed.cause)}`;
  }

  async #count(): Promise<number> {
    const [row] = await this.transactor.raw<{ n: number }>('dead_letter.count', COUNT, []);
    return row?.n ?? 0;
  }
}

/** The event, or why nobody can be given it. */
function read(text: string, { types }: Consumer): Envelope | string {
  try {
    const envelope = Envelope.parse(JSON.parse(text));
    if (!types.includes(envelope.type)) return `No subscriber wants ${envelope.type} any more.`;
    return fromEnvelope(envelope) === undefined ? `This version knows no event ${envelope.type}.` : envelope;
  } catch {
    return 'The message is no event.';
  }
}

function shown(row: Row): DeadLetter {
  return {
    id: encodeId('dead_letter', row.id),
    consumer: row.consumer,
    event_id: row.message_id === null ? null : encodeId('event', row.message_id),
    type: row.type,
    error: firstLine(row.error),
    attempts: row.attempts,
    parked_at: row.parked_at.toISOString(),
  };
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}
