import { Injectable } from '@nestjs/common';
import { encodeId, type Mode } from '@parley/contracts';
import {
  countedBatch,
  ERASE_BATCH,
  ServiceErasure,
  workspaceStatement,
  type Erasure,
  type ErasureStep,
  type ErasureSteps,
} from '@parley/persistence';
import { NIL_UUID } from '@parley/runtime/records';
import { objectKey, ObjectStorage } from '../storage/object-storage.ts';
import { mayRemoveObjects } from '../storage/removed-objects.ts';
import { DELETED, REMOVE_OBJECTS } from './files.queries.ts';

const removeAttachments = workspaceStatement<{ erased: 1 }>(
  'attachment.erase',
  `delete from attachment where workspace_id = $1 and (mode, id) in (
      select mode, id from attachment
       where workspace_id = $1 and ($2::text is null or mode = $2) limit ${ERASE_BATCH})
   returning 1 as erased`,
);

const removeFiles = workspaceStatement<{ erased: 1 }>(
  'file.erase',
  `with deleted as (
    delete from file where workspace_id = $1 and (mode, id) in (
      select mode, id from file where workspace_id = $1 and ($2::text is null or mode = $2) limit ${ERASE_BATCH})
    returning ${DELETED}), ${REMOVE_OBJECTS}
  select 1 as erased from deleted`,
);

/** Objects per transaction: the storage takes its time for each. */
const OBJECT_BATCH = 50;

const pageOfObjects = workspaceStatement<{ mode: Mode; file_id: string }>(
  'removed_object.page',
  `select mode, file_id from removed_object
    where workspace_id = $1 and ($2::text is null or mode = $2) and (mode, file_id) > ($3, $4::uuid)
    order by mode, file_id limit ${OBJECT_BATCH} for update`,
);

/** Those of uploads that were running stay until these have expired. */
const forgetObjects = workspaceStatement<never>(
  'removed_object.forget_page',
  `delete from removed_object where workspace_id = $1 and (attempts > 0 or due_at <= now())
     and (mode, file_id) in (select gone.mode, gone.id from unnest($2::text[], $3::uuid[]) as gone (mode, id))`,
);

const START = ['', NIL_UUID];

@Injectable()
export class FileErasure extends ServiceErasure {
  override readonly handled = ['file', 'attachment', 'removed_object'];

  constructor(private readonly storage: ObjectStorage) {
    super();
  }

  override steps(type: Erasure['type']): ErasureSteps {
    // The conversation service has the files of a contact's messages deleted.
    if (type === 'contact') return {};
    return { attachments: this.#removeAttachments, files: this.#removeFiles, objects: this.#removeObjects };
  }

  readonly #removeAttachments: ErasureStep = async (tx, { mode }) =>
    countedBatch(await tx.query(removeAttachments, [mode]));

  readonly #removeFiles: ErasureStep = async (tx, { mode }) =>
    countedBatch(await tx.query(removeFiles, [mode]));

  readonly #removeObjects: ErasureStep = async (tx, { workspaceId, mode }, position) => {
    if (!(await mayRemoveObjects(tx))) return 'later';
    const after = position === '' ? START : (JSON.parse(position) as string[]);
    const page = await tx.query(pageOfObjects, [mode, ...after]);
    for (const { mode: of, file_id: id } of page)
      await this.storage.remove(objectKey({ workspaceId, mode: of }, encodeId('file', id)));
    await tx.query(forgetObjects, [page.map((object) => object.mode), page.map(({ file_id: id }) => id)]);
    const last = page.length < OBJECT_BATCH ? undefined : page.at(-1);
    return { erased: 0, next: last === undefined ? null : JSON.stringify([last.mode, last.file_id]) };
  };
}
