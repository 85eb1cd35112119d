import { decodeId, namesIn } from '@parley/contracts';
import { type SqlTransaction } from '@parley/runtime/context';
import { newUuid } from '@parley/runtime/records';
import { attributesOf } from './envelope.ts';

const INSERT = `insert into dead_letter
    (id, consumer, message_id, type, workspace_id, mode, occurred_at, envelope, names, error, attempts)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict (consumer, message_id) do nothing`;

export interface DeadLetter {
  readonly consumer: string;
  readonly text: string;
  readonly cause: string;
  readonly attempts: number;
}

/** Throws if the database is unavailable. */
export async function storeDeadLetter(db: SqlTransaction, letter: DeadLetter): Promise<void> {
  const { consumer, text, cause, attempts } = letter;
  const { id, type, workspaceid: workspace, mode, time } = attributesOf(text);
  await db.raw('dead_letter.store', INSERT, [
    newUuid(),
    consumer,
    id === undefined ? null : decodeId('event', id),
    type === undefined ? null : storable(type),
    workspace === undefined ? null : decodeId('workspace', workspace),
    mode ?? null,
    time ?? null,
    text,
    namesIn(text),
    storable(cause),
    attempts,
  ]);
}

/** Removes NUL, which a parser error may quote and PostgreSQL cannot store. */
export function storable(text: string): string {
  return text.replaceAll('\0', '\uFFFD');
}
