// Generated from the API document by `npm run sdks`. Do not edit.
import { Downloads } from '../../core/download.ts';
import type { CreateFileForm, ListFilesSort, PageParams, SortOrder, UploadedFile } from '../types.ts';
import type {
  DeleteOptions,
  IfNoneMatch,
  ReadOptions,
  RequestOptions,
  WriteOptions,
} from '../../core/options.ts';
import type { Deletion, NotModified } from '../../core/values.ts';
import type { List } from '../../core/page.ts';

/** Parameters of `files.list`. */
export interface ListFilesParams extends PageParams {
  /** Path of the folder, or `none` for files in none; not those in folders below it */
  folder?: string | undefined;
  /** Part of the name (case-insensitive) */
  name?: string | undefined;
  /** Media type, or all of a kind */
  mime_type?: string | undefined;
  /** Earliest creation time (inclusive) */
  created_after?: string | Date | undefined;
  /** Latest creation time (exclusive) */
  created_before?: string | Date | undefined;
  /** Field to sort by */
  sort?: ListFilesSort | undefined;
  /** Sort direction */
  order?: SortOrder | undefined;
}

/** `parley.files` */
export class FilesResource extends Downloads {
  /**
   * Upload a file.
   *
   * Stores the file of a multipart form. Its media type is determined from its content. Emits
   * `file.created`.
   *
   * Requires the scope `files:write`.
   *
   * Error codes besides those of all operations: `body_too_large`, `unsupported_media_type`,
   * `unsupported_encoding`, `malformed_multipart`, `missing_parameter`, `insufficient_scope`,
   * `idempotency_mismatch`, `idempotency_in_progress`, `too_many_items`, `file_too_large`,
   * `unsupported_file_type`, `invalid_parameter`, `read_only_parameter`, `outcome_unknown`.
   */
  upload(params: CreateFileForm, options?: WriteOptions): Promise<UploadedFile> {
    return this.client.record<UploadedFile>(
      {
        id: 'createFile',
        method: 'POST',
        path: ['v1', 'files'],
        body: params,
        files: { file: 'file' },
        isForm: true,
      },
      options,
    );
  }

  /**
   * List files.
   *
   * Returns the files that match all filters, newest first by default, each with a new download URL.
   *
   * Requires the scope `files:read`.
   *
   * Error codes besides those of all operations: `invalid_parameter`, `insufficient_scope`.
   */
  list(params?: ListFilesParams, options?: RequestOptions): List<UploadedFile> {
    return this.client.list<UploadedFile>(
      { id: 'listFiles', method: 'GET', path: ['v1', 'files'], query: params },
      options,
    );
  }

  /**
   * Delete a file.
   *
   * Deletes the file and its content permanently; its download URLs end at once. The messages that it
   * was attached to show it with `deleted_at` and without `url`. Emits `file.deleted`.
   *
   * Requires the scope `files:write`.
   *
   * Error codes besides those of all operations: `insufficient_scope`, `not_found`,
   * `precondition_failed`, `outcome_unknown`.
   */
  delete(fileId: string, options?: DeleteOptions): Promise<Deletion> {
    return this.client.deletion(
      { id: 'deleteFile', method: 'DELETE', path: ['v1', 'files', fileId] },
      options,
    );
  }

  /**
   * Retrieve a file.
   *
   * Returns the file with a download URL that is valid for a limited time.
   *
   * Requires the scope `files:read`.
   *
   * Error codes besides those of all operations: `insufficient_scope`, `not_found`.
   */
  get(fileId: string, options: ReadOptions & IfNoneMatch): Promise<UploadedFile | NotModified>;
  get(fileId: string, options?: ReadOptions): Promise<UploadedFile>;
  get(fileId: string, options?: ReadOptions): Promise<UploadedFile | NotModified> {
    return this.client.record<UploadedFile>(
      { id: 'getFile', method: 'GET', path: ['v1', 'files', fileId] },
      options,
    );
  }
}
