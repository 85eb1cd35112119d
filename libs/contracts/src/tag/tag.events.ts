import { defineEvent } from '../event.ts';
import { Tag } from './tag.operations.ts';

export const tagCreated = defineEvent({
  type: 'tag.created',
  service: 'conversation',
  subject: 'tag',
  audience: 'webhook',
  summary: 'A tag was created',
  data: Tag,
});
