import { z } from 'zod';
import { defineEvent } from '../event.ts';
import { idOf } from '../id.ts';
import { ViewVisibility } from '../view/view.schema.ts';
import { Macro } from './macro.schema.ts';

const macroEvent = <const Type extends string, Data extends z.ZodType<{ id: string }>>(
  type: Type,
  summary: string,
  data: Data,
) => defineEvent({ type, summary, data, audience: 'bus' });

/** Events for the audit log. Webhooks get none, since they would tell of private macros. */
export const macroCreated = macroEvent('macro.created', 'A macro was created', Macro);
export const macroUpdated = macroEvent('macro.updated', 'A macro was updated', Macro);
export const macroDeleted = macroEvent(
  'macro.deleted',
  'A macro was deleted; `data` contains only its id and who saw it',
  z.object({ id: idOf('macro'), visibility: ViewVisibility }).describe('The deleted macro'),
);
