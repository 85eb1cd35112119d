import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { INestApplicationContext } from '@nestjs/common';
import { MemoryState, REQUEST_COUNTS } from '@parley/authentication';
import {
  createFile,
  deleteFile,
  uuidOf,
  type findExistingIncomingMails,
  type findExistingMessages,
  type File,
  type Id,
  type Input,
  type Upload,
} from '@parley/contracts';
import { EventTransport, InProcessEvents } from '@parley/events';
import { InProcessFiles, FileTransport, type UploadHead } from '@parley/files';
import { systemContext, type TenantContext } from '@parley/runtime/context';
import { startService } from '@parley/runtime/process';
import { newId } from '@parley/runtime/records';
import { Database } from '@parley/persistence';
import { InProcessRpc, Rpc, RpcTransport } from '@parley/rpc';
import { TestDatabase } from '@parley/testing';
import { DownloadServer } from './downloads/download-server.ts';
import { fileDatabase } from './file.database.ts';
import { FileModule } from './file.module.ts';

/** The file service by itself, on a database and a folder of its own. */
export class FileService {
  readonly rpc: Rpc;
  /** The messages that the conversation service would find. */
  readonly messages = new Set<Id<'message'>>();

  /** The messages whose mails the mail service would find. */
  readonly incoming = new Set<Id<'message'>>();

  private constructor(
    readonly database: TestDatabase,
    readonly app: INestApplicationContext,
    readonly files: InProcessFiles,
    transport: InProcessRpc,
    readonly folder: string,
  ) {
    this.rpc = new Rpc(transport);
    transport.serve('conversation', (_procedure, _ctx, input) => {
      const { ids } = input as Input<typeof findExistingMessages>;
      return Promise.resolve({ value: ids.filter((id) => this.messages.has(id)), replayed: false });
    });
    transport.serve('mail', (_procedure, _ctx, input) => {
      const { message_ids: ids } = input as Input<typeof findExistingIncomingMails>;
      return Promise.resolve({ value: ids.filter((id) => this.incoming.has(id)), replayed: false });
    });
  }

  static async open(settings: Record<string, string> = {}): Promise<FileService> {
    const database = await TestDatabase.create(fileDatabase);
    const folder = await mkdtemp(join(tmpdir(), 'parley-files-'));
    const [files, rpc] = [new InProcessFiles(), new InProcessRpc()];
    const app = await startService(FileModule, {
      name: 'file',
      env: {
        DATABASE_URL: database.url,
        ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
        LOG_LEVEL: 'silent',
        FILES_PORT: '0',
        FILES_HOST: '127.0.0.1',
        DRAIN_DELAY: '0s',
        FILE_DIR: folder,
        ...settings,
      },
      providers: [
        { provide: EventTransport, useValue: new InProcessEvents([]) },
        { provide: RpcTransport, useValue: rpc },
        { provide: FileTransport, useValue: files },
        { provide: REQUEST_COUNTS, useValue: new MemoryState() },
      ],
    });
    return new FileService(database, app, files, rpc, folder);
  }

  get db(): Database {
    return this.app.get(Database, { strict: false });
  }

  /** Where a link leads that was made for another address. */
  targetOf(link: string): string {
    const { pathname, search } = new URL(link);
    return this.app.get(DownloadServer, { strict: false }).url + pathname + search;
  }

  /** Uploads bytes as the gateway does. */
  upload(ctx: TenantContext, bytes: Buffer | Readable, head: Partial<UploadHead> = {}): Promise<Upload> {
    const stream = bytes instanceof Readable ? bytes : Readable.from([bytes]);
    return this.files.send(ctx, { id: newId('file'), name: 'a.txt', maxBytes: 1_000_000, ...head }, stream);
  }

  /** Stores a file, as two requests do. `ctx` may be older than a request. */
  async newFile(ctx: TenantContext, bytes: Buffer, name = 'data.bin'): Promise<File> {
    const fresh = () => ({ ...ctx, ...systemContext() });
    const upload = await this.upload(fresh(), bytes, { name, maxBytes: bytes.length });
    return this.rpc.call(createFile, fresh(), { body: { file: upload } });
  }

  async deleteFile(ctx: TenantContext, id: File['id']): Promise<void> {
    await this.rpc.call(deleteFile, { ...ctx, ...systemContext() }, { params: { file_id: id } });
  }

  /** The files in the folder of the storage, by path. */
  async stored(): Promise<string[]> {
    const entries = await readdir(this.folder, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  }

  /** The events that a tenant has emitted, oldest first. */
  async eventsOf({ tenant }: TenantContext): Promise<{ type: string; data: Record<string, unknown> }[]> {
    return this.database.query(
      `select type, envelope -> 'data' as data from file.outbox where workspace_id = $1 order by position`,
      [uuidOf('workspace', tenant.workspaceId)],
    );
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.database.drop();
    await rm(this.folder, { recursive: true });
  }
}
