import { defineEvent } from '../event.ts';
import { Tag } from './tag.operations.ts';

export const tagCreated = defineEvent({
  type: 'tag.created',
  summary: 'A tag was created',
  data: Tag,
});
