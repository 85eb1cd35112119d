import { ApiError } from '@parley/contracts';

/** What names the storage in the error of an upload. */
const PARAM = 'storage';

/** The error of an upload for which the workspace has no room, in contrast to one that is too large by itself. */
export const storageFull = (message: string): ApiError =>
  new ApiError('file_too_large', { message, param: PARAM });

/** Whether an upload may succeed once files of the workspace are deleted. */
export const isStorageFull = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'file_too_large' && error.param === PARAM;
