import { defineEvent } from '../event.ts';
import { File } from './file.schema.ts';

export const fileCreated = defineEvent({
  type: 'file.created',
  summary: 'A file was uploaded, alone or with a message',
  data: File,
});

export const fileDeleted = defineEvent({
  type: 'file.deleted',
  summary: 'A file was deleted; `data` contains it as it was, without `url`',
  data: File,
});
