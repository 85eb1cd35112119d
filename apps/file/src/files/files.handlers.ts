import { Injectable } from '@nestjs/common';
import {
  createFile,
  deleteFile,
  fileCreated,
  fileDeleted,
  getFile,
  listFiles,
  notFound,
  uuidOf,
  type ParsedInput,
} from '@parley/contracts';
import { FileLinks } from '@parley/files';
import type { TenantContext } from '@parley/runtime/context';
import { readPage } from '@parley/lists';
import { Database } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import { RemovedObjects } from '../storage/removed-objects.ts';
import { FileRow } from './file.entity.ts';
import { rowOfUpload } from './file.rules.ts';
import { toDeletedFile, toFile } from './file.serializer.ts';
import * as queries from './files.queries.ts';

@Injectable()
export class Files {
  constructor(
    private readonly db: Database,
    private readonly links: FileLinks,
    private readonly removedObjects: RemovedObjects,
  ) {}

  @Handles(createFile)
  create(ctx: TenantContext, { body }: ParsedInput<typeof createFile>) {
    const { file: upload, folder = null } = body;
    return this.db.transaction(ctx, async (tx) => {
      const row = rowOfUpload(await tx.query(queries.lockStagedFiles, [[uuidOf('file', upload.id)]]), upload);
      const created = await tx.update(FileRow, row, { status: 'available', folder, expires_at: null });
      const file = toFile(created, this.links);
      tx.emit(fileCreated, file);
      return file;
    });
  }

  @Handles(listFiles)
  async list(ctx: TenantContext, { query }: ParsedInput<typeof listFiles>) {
    const listed = { ...query, status: 'available' };
    const { rows, ...page } = await readPage(this.db.read(ctx), queries.fileList, listed);
    return { ...page, items: rows.map((row) => toFile(row, this.links)) };
  }

  @Handles(getFile)
  async get(ctx: TenantContext, { params }: ParsedInput<typeof getFile>) {
    const row = await this.db.read(ctx).one(queries.findFile, [uuidOf('file', params.file_id)]);
    if (row === undefined) throw notFound('file');
    return toFile(row, this.links);
  }

  @Handles(deleteFile)
  remove(ctx: TenantContext, { params }: ParsedInput<typeof deleteFile>) {
    const id = uuidOf('file', params.file_id);
    return this.db.transaction(ctx, async (tx) => {
      const row = await tx.lock(queries.findFileForUpdate, [id]);
      if (row === undefined) throw notFound('file');
      await tx.query(queries.deleteFiles, [[id]]);
      await tx.query(queries.removeAttachmentsOfFiles, [[id]]);
      tx.emit(fileDeleted, toDeletedFile(row, new Date()));
      tx.afterCommit(() => this.removedObjects.wake());
    });
  }
}
