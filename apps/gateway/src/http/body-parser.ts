import { ApiError } from '@parley/contracts';
import { jsonObjectParser } from '@parley/runtime/http/json-body';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** One parser for every content type, so that a wrong one is refused only where a body is wanted. Runs after authentication. */
export function installBodyParser(instance: FastifyInstance): void {
  const parse = jsonObjectParser(instance);
  instance.removeAllContentTypeParsers();
  instance.addContentTypeParser('*', { parseAs: 'buffer' }, (request, bytes: Buffer, done) => {
    const { operationRoute } = request;
    if (bytes.length === 0 || operationRoute?.operation.body === undefined) done(null);
    else if (isEncoded(request)) done(new ApiError('unsupported_encoding'));
    else if (operationRoute.form?.required === true) done(needsForm());
    else parse(request, bytes, done);
  });
}

/** Whether the body is compressed, or encoded in any other way (RFC 9110 section 8.4). */
export function isEncoded({ headers }: FastifyRequest): boolean {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  return encoding !== '' && encoding !== 'identity';
}

/** 400 for an operation whose body can only be a form. */
export function needsForm(): ApiError {
  return new ApiError('unsupported_media_type', { message: 'The Content-Type must be multipart/form-data.' });
}
