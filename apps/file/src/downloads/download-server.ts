import { Inject, Injectable } from '@nestjs/common';
import { AddressLimiter } from '@parley/authentication';
import { ApiError } from '@parley/contracts';
import { LOGGER, type Logger } from '@parley/runtime/logging';
import { PublicServer } from '@parley/runtime/http/public-server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DownloadConfig } from './download.config.ts';
import { Downloads } from './downloads.ts';

const METHODS = ['GET', 'HEAD', 'OPTIONS'];

/** Downloads have no body; what a client sends nevertheless is dropped. */
const BODY_BYTES_MAX = 1024;

/**
 * Headers of every response. Whatever a file contains, it gets no origin, loads and runs nothing; its URL, which is a credential,
 * is sent to nobody. Any origin may read downloads by a script, since nothing but the URL gives access.
 */
const SECURITY_HEADERS = {
  'content-security-policy': "sandbox; default-src 'none'",
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'Accept-Ranges, Content-Disposition, Content-Length, Content-Range, ETag, Retry-After, X-RateLimit-Limit, ' +
    'X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id',
};

const PREFLIGHT_HEADERS = {
  'access-control-allow-methods': METHODS.join(', '),
  'access-control-allow-headers': 'If-Match, If-None-Match, If-Range, Range',
  'access-control-max-age': '86400',
};

/** Serves {files_url}: downloads by signed links, and health probes. */
@Injectable()
export class DownloadServer extends PublicServer {
  constructor(
    private readonly config: DownloadConfig,
    private readonly downloads: Downloads,
    limiter: AddressLimiter,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    super({
      name: 'files',
      host: config.FILES_HOST,
      port: config.FILES_PORT,
      config,
      limiter,
      logger,
      bodyLimit: BODY_BYTES_MAX,
      idleTimeoutMs: config.DOWNLOAD_IDLE_TIMEOUT,
    });
  }

  protected override install(instance: FastifyInstance): void {
    instance.addHook('onRequest', (request, reply, done) => {
      void reply.headers(SECURITY_HEADERS);
      done(METHODS.includes(request.method) ? undefined : methodNotAllowed(reply));
    });
    instance.options('/*', (_request, reply) => reply.code(204).headers(PREFLIGHT_HEADERS).send());
    instance.route({
      method: ['GET', 'HEAD'],
      exposeHeadRoute: false,
      url: '/*',
      handler: (request, reply) => this.downloads.send(request, reply),
    });
    instance.setNotFoundHandler(() => {
      throw new ApiError('not_found', { message: 'No such file.' });
    });
  }

  protected override sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const shown = shownError(error);
    if (shown === null)
      this.logger.error(
        { event: 'files.request.failed', err: error, request_id: request.id },
        'Cannot answer a download',
      );
    const answer = shown ?? new ApiError('internal_error');
    const { retryAfter = answer.status === 503 ? 1 : undefined } = answer;
    if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter));
    return reply
      .code(answer.status)
      .headers({ ...SECURITY_HEADERS, 'cache-control': 'no-store' })
      .removeHeader('etag')
      .send(answer.toBody(request.id, this.config.BASE_URL));
  }
}

function methodNotAllowed(reply: FastifyReply): ApiError {
  void reply.header('allow', METHODS.join(', '));
  return new ApiError('invalid_parameter', {
    status: 405,
    message: 'Files can only be read: use GET or HEAD.',
  });
}

/** The error of ours that an error stands for; `null` if it is unexpected. */
function shownError(error: unknown): ApiError | null {
  if (error instanceof ApiError) return error;
  // A URL with an escape that is none; a path that nobody has signed.
  const { statusCode = 500 } = error as { statusCode?: number };
  return statusCode < 500 ? new ApiError('not_found', { message: 'No such file.' }) : null;
}
