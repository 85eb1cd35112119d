import type { AlertFault } from '../alert-fault.ts';
import { bus } from './bus.ts';
import { database } from './database.ts';
import { mails } from './mails.ts';
import { processes } from './processes.ts';
import { webhooks } from './webhooks.ts';

/** In the order in which they are provoked. */
export const FAULTS: readonly AlertFault[] = [...database, ...bus, ...webhooks, ...mails, ...processes];
