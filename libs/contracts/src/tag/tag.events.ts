import { defineEvent } from '../event.ts';
import { Tag } from './tag.operations.ts';

/** A tag can take the name that another has given up: changes in another order would mix the records of the two. */
const orderedWithin = 'workspace';

export const tagCreated = defineEvent({
  type: 'tag.created',
  summary: 'A tag was created',
  data: Tag,
  orderedWithin,
});
export const tagUpdated = defineEvent({
  type: 'tag.updated',
  summary:
    'A tag was renamed or recolored; `previous` contains the old values. Conversations and tickets with the tag follow ' +
    'without events of their own',
  data: Tag,
  orderedWithin,
});
export const tagDeleted = defineEvent({
  type: 'tag.deleted',
  summary:
    'A tag was deleted; `data` contains its last state. It is removed from conversations and tickets without events of ' +
    'their own',
  data: Tag,
  orderedWithin,
});
