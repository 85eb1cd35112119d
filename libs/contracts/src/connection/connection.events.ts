import { z } from 'zod';
import { defineEvent } from '../event.ts';
import { idOf } from '../id.ts';
import { Connection } from './connection.operations.ts';

const administered = <const Type extends string, Data extends z.ZodType<{ id: string }>>(
  type: Type,
  summary: string,
  data: Data,
) => defineEvent({ type, summary, data, audience: 'bus' });

/** Events for the audit log. */
export const connectionCreated = administered('connection.created', 'A connection was created', Connection);
export const connectionUpdated = administered('connection.updated', 'A connection was updated', Connection);
export const connectionDeleted = administered(
  'connection.deleted',
  'A connection was deleted; `data` contains only its id',
  z.object({ id: idOf('connection') }),
);
