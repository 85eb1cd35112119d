import { Injectable } from '@nestjs/common';
import { ApiError, encodeId, notFound, uuidOf, type Id } from '@parley/contracts';
import type { FileContent } from '@parley/files';
import type { TenantContext } from '@parley/runtime/context';
import { Database } from '@parley/persistence';
import { objectKey, ObjectStorage } from '../storage/object-storage.ts';
import { toUpload } from './file.serializer.ts';
import { findReadableFile } from './files.queries.ts';

/** Opens files for other services. */
@Injectable()
export class FileReader {
  constructor(
    private readonly db: Database,
    private readonly storage: ObjectStorage,
  ) {}

  /** See `OpenFile`. */
  async open(ctx: TenantContext, id: Id<'file'>): Promise<FileContent> {
    const find = () => this.db.read(ctx).one(findReadableFile, [uuidOf('file', id)]);
    const row = await find();
    if (row === undefined) throw notFound('file');
    const key = objectKey(ctx.tenant, encodeId('file', row.object_id ?? row.id));
    try {
      return { ...toUpload(row), stream: await this.storage.get(key) };
    } catch (error) {
      // A file may be deleted between the two looks at it; one that is still there has lost its content.
      const isMissing = error instanceof ApiError && error.code === 'not_found';
      if (!isMissing || (await find()) === undefined) throw error;
      throw new Error(`the storage has no object of ${id}`, { cause: error });
    }
  }
}
