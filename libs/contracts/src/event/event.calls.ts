import { z } from 'zod';
import { idOf } from '../id.ts';
import { defineCall, defineTenantCall } from '../call.ts';
import { Presence } from '../presence/presence.operations.ts';
import { Mode } from '../schema.ts';

/** A place in the event log of a tenant. Events can be read in the order of the texts of their positions. */
const LogPosition = z.string().regex(/^[0-9a-f]{16}-[0-7][0-9a-z]{25}-\d{8}$/);

export const openEventLog = defineTenantCall({
  id: 'event.open_log',
  service: 'webhook',
  summary: 'Find the position at which a reader of the event log starts',
  input: z.object({
    /** As the reader gave it, valid or not; `null` for the end of the log. */
    after: z.string().nullable(),
  }),
  output: z.object({ position: LogPosition }),
});

/** What a reader of a log wants; everything without a filter. */
const LogFilter = z.object({
  types: z.array(z.string()).optional(),
  /** Ids of the records that the events are about. */
  resources: z.array(z.string()).optional(),
  /** Ids of the credentials that the events were caused by, or not. */
  credentials: z.array(z.string()).optional(),
  credentials_not: z.array(z.string()).optional(),
});
export type LogFilter = z.output<typeof LogFilter>;

interface LoggedHead {
  type: string;
  resource: string;
  credential: string | null;
}

/** Whether a filter lets an event through. */
export function passes(filter: LogFilter, { type, resource, credential }: LoggedHead): boolean {
  if (filter.types?.includes(type) === false) return false;
  if (filter.resources?.includes(resource) === false) return false;
  if (filter.credentials?.includes(credential ?? '') === false) return false;
  return credential === null || filter.credentials_not?.includes(credential) !== true;
}

/** Logs that are read at a time. */
export const LOGS_MAX = 200;

export const readEventLogs = defineCall({
  id: 'event.read_logs',
  service: 'webhook',
  summary: 'Read what follows positions in the event logs of several tenants',
  input: z.object({
    logs: z
      .array(
        z.object({
          workspace_id: idOf('workspace'),
          mode: Mode,
          after: LogPosition,
          filter: LogFilter.default({}),
          with_presence: z.boolean().default(false),
        }),
      )
      .min(1)
      .max(LOGS_MAX),
  }),
  output: z.object({
    /** Logs in the order of the input. */
    logs: z.array(
      z.object({
        /** Where to continue: behind the events, and behind those that the filters left out. */
        position: LogPosition,
        /** Nothing more can be read at present. */
        is_end: z.boolean(),
        events: z.array(
          z.object({
            position: LogPosition,
            type: z.string(),
            resource: z.string(),
            credential: z.string().nullable(),
            /** The event as JSON, on one line. */
            body: z.string(),
          }),
        ),
        /** The users in conversations of the tenant at present, if they were asked for. */
        presence: z.array(Presence).default([]),
      }),
    ),
  }),
});

export type ReadEvent = z.output<typeof readEventLogs.output>['logs'][number]['events'][number];
