import { describe, expect, it } from '@jest/globals';
import { asApiError } from './errors.ts';

const failed = (code: string) => Object.assign(new Error(`connect ${code} 10.0.0.1:5432`), { code });

describe('a server that cannot be reached', () => {
  it.each([
    'ECONNREFUSED',
    'ECONNRESET',
    'ECONNABORTED',
    'EPIPE',
    'ETIMEDOUT',
    'EHOSTUNREACH',
    'EHOSTDOWN',
    'ENETUNREACH',
    'ENETDOWN',
    'EADDRNOTAVAIL',
    'ENOTCONN',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EAI_FAIL',
  ])('is unavailable by %s', (code) => {
    const error = failed(code);
    expect(asApiError(error)).toMatchObject({ code: 'service_unavailable', status: 503, cause: error });
  });

  it.each(['ENOENT', 'EACCES', 'ENOSPC', 'EMFILE', 'E2BIG'])('is not meant by %s', (code) => {
    const error = failed(code);
    expect(asApiError(error)).toBe(error);
  });
});
