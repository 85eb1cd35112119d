import { ApiError, BODY_BYTES_MAX, formatSize } from '@parley/contracts';

/** The error of ours that an error stands for, or `null`. @param bodyLimit of the route, in bytes. */
export function shownError(error: unknown, bodyLimit: number = BODY_BYTES_MAX): ApiError | null {
  if (error instanceof ApiError) return error;
  const code = (error as { code?: unknown } | null | undefined)?.code;
  switch (code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new ApiError('unsupported_media_type');
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new ApiError('body_too_large', {
        message: `The request body is larger than ${formatSize(bodyLimit)}.`,
      });
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'ECONNRESET': // the caller went away in the middle of its body; nobody reads the answer
      return new ApiError('malformed_json');
    default:
      return null;
  }
}
