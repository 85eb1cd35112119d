import { describe, expect, it } from '@jest/globals';
import { ApiError, errors, invalidParameter, notFound, type ErrorCode } from './error.ts';

const codes = Object.keys(errors) as ErrorCode[];

it('the closed list of errors describes each code for developers', () => {
  for (const code of codes) expect(errors[code].message).toMatch(/^[A-Z].{10,}/);
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
        details: [{ code: 'invalid_parameter', param: 'ids[3]', message: 'is wrong', in: 'body' }],
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
