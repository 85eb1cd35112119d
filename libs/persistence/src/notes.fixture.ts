import { Module, type INestApplicationContext, type Type } from '@nestjs/common';
import type { Id, Mode, ServiceName } from '@parley/contracts';
import { eventsMigrations, EventsModule, EventTransport, InProcessEvents } from '@parley/events';
import { type Env } from '@parley/runtime/config';
import { inTenant, systemContext, type MigrationSource, type TenantContext } from '@parley/runtime/context';
import { HandlerInterceptor } from '@parley/runtime/handlers';
import { startService } from '@parley/runtime/process';
import { newId } from '@parley/runtime/records';
import { createdWithin, defineList, equals } from '@parley/lists';
import type { TestDatabase } from '@parley/testing';
import {
  Column,
  Database,
  Entity,
  migrate,
  PersistenceModule,
  Selection,
  type ServiceDatabase,
  TenantRow,
  tenantStatement,
  WorkspaceRow,
  ServiceErasure,
} from './index.ts';

/** A service with one table, on the real thing: what the tests of this library work with. */
@Entity('note')
export class NoteRow extends TenantRow {
  @Column('text') title!: string;
  @Column('integer') rank!: number;
  @Column('text', { nullable: true }) slug!: string | null;
}

/** A row that both modes share, with a column that is called like the mode of a tenant. */
@Entity('member')
export class MemberRow extends WorkspaceRow {
  @Column('uuid') id!: string;
  @Column('integer') version!: number;
  @Column('text') email!: string;
  @Column('text') mode!: Mode;
  @Column('timestamptz') created_at!: Date;
}

export const noteMigrations: MigrationSource = {
  name: 'notes',
  folder: new URL('./notes.fixture/', import.meta.url),
};

const NOTES = Selection.of(NoteRow);

export const findNote = tenantStatement<NoteRow>(
  'test.note.find',
  `${NOTES.select()} where workspace_id = $1 and mode = $2 and id = $3`,
);

export const lockNote = tenantStatement<NoteRow>('test.note.lock', `${findNote.text} for update`);

export const allNotes = tenantStatement<NoteRow>(
  'test.note.all',
  `${NOTES.select()} where workspace_id = $1 and mode = $2 order by id`,
);

export const noteList = defineList<NoteRow>({
  name: 'note.list',
  rows: NOTES,
  sorts: { created_at: 'created_at', rank: 'rank', title: 'title' },
  filters: { rank: equals('rank', Number), ...createdWithin },
});

export interface Notes {
  app: INestApplicationContext;
  db: Database;
  interceptor: HandlerInterceptor;
}

export interface NotesOptions {
  service?: ServiceName;
  env?: Env;
  /** Whether the service has an outbox. */
  events?: boolean;
}

/** The schema of the service that the options describe. */
function databaseOf({ service = 'ticket', events = true }: NotesOptions): ServiceDatabase {
  const migrations = events ? [eventsMigrations, noteMigrations] : [noteMigrations];
  return { service, entities: [NoteRow, MemberRow], migrations };
}

function moduleOf(data: ServiceDatabase, { events = true }: NotesOptions): Type {
  @Module({
    providers: [ServiceErasure],
    imports: [PersistenceModule.forService(data), ...(events ? [EventsModule.forService(data.service)] : [])],
  })
  class NotesModule {}
  return NotesModule;
}

export const KEY = Buffer.alloc(32, 7).toString('base64');

/** Migrates a database and starts the service on it; its events wait in the outbox, because the bus never starts. */
export async function startNotes(
  database: Pick<TestDatabase, 'url'>,
  options: NotesOptions = {},
): Promise<Notes> {
  const data = databaseOf(options);
  const { service } = data;
  await migrate(database.url, [data]);
  const app = await startService(moduleOf(data, options), {
    name: service,
    env: {
      DATABASE_URL: database.url,
      ENCRYPTION_KEYS: KEY,
      LOG_LEVEL: 'silent',
      ...options.env,
    },
    providers: [{ provide: EventTransport, useValue: new InProcessEvents([service, 'webhook']) }],
  });
  return { app, db: app.get(Database), interceptor: app.get(HandlerInterceptor) };
}

export function tenantOf(
  workspaceId: Id<'workspace'> = newId('workspace'),
  mode: Mode = 'live',
): TenantContext {
  return inTenant(systemContext(), workspaceId, mode);
}

/** Work of a request, which has a deadline. */
export function requestOf(ctx: TenantContext, withinMs = 30_000): TenantContext {
  const { workspaceId, mode } = ctx.tenant;
  const principal = {
    type: 'api_key',
    credentialId: 'key',
    userId: newId('user'),
    role: 'admin',
    scopes: [],
    workspaceId,
    mode,
  } as const;
  return { ...ctx, deadline: Date.now() + withinMs, principal };
}
