import { describe, expect, it } from '@jest/globals';
import { ApiError, ERROR_TYPES, errors, invalidParameter, notFound, type ErrorCode } from './error.ts';

const codes = Object.keys(errors) as ErrorCode[];

describe('the closed list of errors', () => {
  it('has all codes of the API', () => {
    expect(codes).toEqual([
      'missing_api_key',
      'invalid_api_key',
      'token_expired',
      'insufficient_scope',
      'forbidden',
      'invalid_parameter',
      'missing_parameter',
      'unknown_parameter',
      'duplicate_value',
      'too_many_items',
      'position_expired',
      'file_too_large',
      'unsupported_file_type',
      'malformed_json',
      'malformed_multipart',
      'unsupported_media_type',
      'not_found',
      'rate_limit_exceeded',
      'idempotency_mismatch',
      'idempotency_in_progress',
      'precondition_failed',
      'internal_error',
      'service_unavailable',
      'outcome_unknown',
    ]);
  });

  it('has the status of each type, with the documented exceptions', () => {
    const apart = codes.filter((code) => errors[code].status !== ERROR_TYPES[errors[code].type]);
    expect(Object.fromEntries(apart.map((code) => [code, errors[code].status]))).toEqual({
      malformed_json: 400,
      malformed_multipart: 400,
      unsupported_media_type: 400,
      idempotency_mismatch: 409,
      idempotency_in_progress: 409,
      precondition_failed: 412,
      service_unavailable: 503,
      outcome_unknown: 503,
    });
    expect(ERROR_TYPES).toEqual({
      invalid_request_error: 422,
      authentication_error: 401,
      authorization_error: 403,
      not_found_error: 404,
      rate_limit_error: 429,
      api_error: 500,
    });
  });

  it('describes each code for developers', () => {
    for (const code of codes) expect(errors[code].message).toMatch(/^[A-Z].{10,}/);
  });
});

describe('an error', () => {
  it('becomes the envelope', () => {
    const error = new ApiError('invalid_parameter', {
      param: 'ids[3]',
      message: 'ids[3]: is wrong',
      details: [{ code: 'invalid_parameter', param: 'ids[3]', message: 'is wrong' }],
    });
    expect(error.toBody('req-1', 'https://api.example.com')).toEqual({
      error: {
        type: 'invalid_request_error',
        code: 'invalid_parameter',
        message: 'ids[3]: is wrong',
        param: 'ids[3]',
        details: [{ code: 'invalid_parameter', param: 'ids[3]', message: 'is wrong' }],
        request_id: 'req-1',
        doc_url: 'https://api.example.com/docs/errors#invalid_parameter',
      },
    });
  });

  it('omits param and details from the envelope if there are none', () => {
    expect(Object.keys(new ApiError('internal_error').toBody('r', '').error)).toEqual([
      'type',
      'code',
      'message',
      'request_id',
      'doc_url',
    ]);
  });

  it.each(codes)('%s is the same after serialization', (code) => {
    const error = new ApiError(code, {
      message: 'as it was said',
      param: 'some.param',
      status: 418,
      scopes: ['tickets:read'],
      details: [{ code: 'missing_parameter', param: 'some.param', message: 'is required' }],
    });
    const arrived = ApiError.fromJSON(JSON.parse(JSON.stringify(error)) as ReturnType<typeof error.toJSON>);
    expect(arrived).toBeInstanceOf(ApiError);
    expect(arrived.status).toBe(418);
    expect(arrived.toBody('r', '')).toEqual(error.toBody('r', ''));
    expect([arrived.scopes, arrived.withParamPrefix('update').scopes]).toEqual([
      ['tickets:read'],
      ['tickets:read'],
    ]);
  });

  it('serializes neither stack nor cause', () => {
    const error = new ApiError('service_unavailable', { cause: new Error('password authentication failed') });
    expect((error.cause as Error).message).toContain('password');
    expect(JSON.stringify(error)).not.toContain('password');
    expect(Object.keys(error.toJSON())).toEqual(['code', 'message', 'status']);
  });

  it('with a different status does not change the definition of its code', () => {
    expect(new ApiError('invalid_parameter', { status: 400 }).status).toBe(400);
    expect(new ApiError('invalid_parameter').status).toBe(422);
  });

  it('is the same 404 for every reason', () => {
    expect(notFound('ticket').toJSON()).toEqual({
      code: 'not_found',
      message: 'No such ticket.',
      status: 404,
    });
  });

  it('about one parameter names it and lists it in the details', () => {
    expect(invalidParameter('sort', 'must be known').toJSON()).toEqual({
      code: 'invalid_parameter',
      status: 422,
      param: 'sort',
      message: 'sort: must be known',
      details: [{ code: 'invalid_parameter', param: 'sort', message: 'must be known' }],
    });
  });

  it('about a nested value names its full path', () => {
    expect(invalidParameter('sort', 'must be known').withParamPrefix('update').toJSON()).toEqual({
      code: 'invalid_parameter',
      status: 422,
      param: 'update.sort',
      message: 'update.sort: must be known',
      details: [{ code: 'invalid_parameter', param: 'update.sort', message: 'must be known' }],
    });
    expect(notFound('ticket').withParamPrefix('update').toJSON()).toEqual(notFound('ticket').toJSON());
  });
});
