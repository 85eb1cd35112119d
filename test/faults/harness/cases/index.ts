import type { FaultCase } from '../fault-case.ts';
import { broker } from './broker.ts';
import { consumer } from './consumer.ts';
import { database } from './database.ts';
import { relay } from './relay.ts';
import { requests } from './requests.ts';

export const CASES: readonly FaultCase[] = [...relay, ...broker, ...consumer, ...database, ...requests];
