import { describe, expect, it } from '@jest/globals';
import { ApiFailure, explain, fieldErrors, pathErrors } from './errors.ts';
import { ConnectionFailure, markRepeatable } from './request.ts';

const failure = (status: number, error: object, retryAfter?: number) =>
  new ApiFailure(status, { error: { message: 'x', request_id: 'r1', ...error } }, retryAfter);

describe('an error of an API', () => {
  it('belongs to the fields that it names, as sentences', () => {
    const error = failure(422, {
      code: 'invalid_parameter',
      details: [
        { param: 'scopes[0]', message: 'is unknown' },
        { param: 'scopes[1]', message: 'is unknown too' },
        { param: 'contact.email', message: 'must be an e-mail address' },
      ],
    });
    expect(fieldErrors(error)).toEqual({ scopes: 'Is unknown.', contact: 'Must be an e-mail address.' });
    expect(pathErrors(error)).toMatchObject({
      'scopes[1]': 'Is unknown too.',
      'contact.email': 'Must be an e-mail address.',
    });
    expect(fieldErrors(failure(422, { param: 'name', message: 'Taken.' }))).toEqual({ name: 'Taken.' });
    expect(fieldErrors(failure(403, { param: 'name' }))).toEqual({});
  });

  it('is explained in words, with the id to report', () => {
    expect(explain(failure(403, { message: 'The role viewer does not allow this.' }))).toEqual({
      title: 'That is not allowed',
      message: 'The role viewer does not allow this.',
      requestId: 'r1',
    });
    expect(explain(failure(403, { param: 'X-CSRF-Token' })).title).toBe('This page is out of date');
    expect(explain(failure(429, {}, 12)).message).toBe('Wait 12 seconds, then try again.');
    expect(explain(failure(503, { code: 'outcome_unknown' })).title).toMatch(/not known/);
    expect(explain(failure(422, { message: 'The name is taken.' })).message).toBe('The name is taken.');
  });

  it('is told from a lost connection, a slow server, and a fault of the page', () => {
    const titleOf = (error: Error) => explain(error).title;
    expect(titleOf(new ConnectionFailure(new TypeError('Failed to fetch')))).toBe('No connection');
    const missing = 'Failed to fetch dynamically imported module: https://example.com/page.js';
    expect(titleOf(new TypeError(missing))).toBe('No connection');
    expect(titleOf(new DOMException('signal timed out', 'TimeoutError'))).toBe(
      'The server did not answer in time',
    );
    expect(titleOf(new TypeError('undefined is not a function'))).toBe('Something went wrong');
  });

  it('says that a request with an idempotency key can be sent again', () => {
    const unknown = failure(503, { code: 'outcome_unknown' });
    const timeout = new DOMException('signal timed out', 'TimeoutError');
    for (const error of [unknown, timeout]) {
      expect(explain(error).message).toMatch(/oad the page again/);
      expect(explain(markRepeatable(error)).message).toMatch(/Send again: it will not be sent twice\.$/);
    }
  });

  it('has words even if a proxy answered something else', () => {
    expect(explain(new ApiFailure(502, null)).message).toBe('The server answered with status 502.');
  });
});
