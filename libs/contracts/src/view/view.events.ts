import { z } from 'zod';
import { defineEvent } from '../event.ts';
import { idOf } from '../id.ts';
import { View, ViewVisibility } from './view.schema.ts';

const viewEvent = <const Type extends string, Data extends z.ZodType<{ id: string }>>(
  type: Type,
  summary: string,
  data: Data,
) => defineEvent({ type, summary, data, audience: 'bus' });

/** Events for the audit log. Webhooks get none, since they would tell of private views. */
export const viewCreated = viewEvent('view.created', 'A view was created', View);
export const viewUpdated = viewEvent('view.updated', 'A view was updated', View);
export const viewDeleted = viewEvent(
  'view.deleted',
  'A view was deleted; `data` contains only its id and who saw it',
  z.object({ id: idOf('view'), visibility: ViewVisibility }).describe('The deleted view'),
);
