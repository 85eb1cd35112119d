import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { AddressLimiter } from '@parley/authentication';
import { ApiError, type Receiving } from '@parley/contracts';
import { PublicServer } from '@parley/runtime/http/public-server';
import { LOGGER, type Logger } from '@parley/runtime/logging';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FormRoutes } from '../../forms/form-routes.ts';
import { providerRefusals } from '../incoming-metrics.ts';
import { BODY_MAX } from './provider.ts';
import { ProviderConfig } from './provider.config.ts';
import { ProviderMails } from './provider-mails.ts';
import type { Receiver } from './receivers.ts';
import { Refusal } from './refusal.ts';

/** Time in which a request has to be there: 40 MiB at 350 KB/s. */
const REQUEST_TIMEOUT_MS = 120_000;
const IDLE_TIMEOUT_MS = 30_000;
const RETRY_AFTER_S = 60;

/** The routes of {mail_url}. Mailgun sends mails as they are only to an address that ends with `mime`. */
const ROUTES = ['/providers/:token', '/providers/:token/mime'];

interface Params {
  token: string;
}

/** Serves {mail_url}: mails that providers hand over, contact forms, and health probes. */
@Injectable()
export class ProviderServer extends PublicServer {
  /** The mailboxes of requests that are being answered. */
  readonly #receivers = new WeakMap<FastifyRequest, Receiver>();

  constructor(
    private readonly config: ProviderConfig,
    private readonly mails: ProviderMails,
    limiter: AddressLimiter,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(FormRoutes) private readonly forms: Pick<FormRoutes, 'install'>,
  ) {
    super({
      name: 'providers',
      host: config.MAIL_HTTP_HOST,
      port: config.MAIL_HTTP_PORT,
      config,
      limiter,
      logger,
      bodyLimit: BODY_MAX,
      idleTimeoutMs: IDLE_TIMEOUT_MS,
      requestTimeoutMs: REQUEST_TIMEOUT_MS,
    });
  }

  protected override async install(instance: FastifyInstance): Promise<void> {
    // Bodies are read once it is known whose they are.
    instance.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    for (const url of ROUTES)
      instance.post<{ Params: Params }>(url, async (request, reply) => {
        const receiver = await this.mails.receiverOf(request.params.token);
        this.#receivers.set(request, receiver);
        const body = request.body instanceof Readable ? request.body : Readable.from([]);
        return reply.send({ status: await this.mails.take(receiver, request.headers, body) });
      });
    await this.forms.install(instance);
    instance.setNotFoundHandler(() => {
      throw notFound();
    });
  }

  protected override sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const receiver = this.#receivers.get(request);
    const shown = this.#shown(error, request, receiver?.type);
    if (shown.status === 503) void reply.header('retry-after', String(RETRY_AFTER_S));
    if (shown.status === 401) void reply.header('www-authenticate', 'Basic realm="mail", charset="UTF-8"');
    // What is left of a body that is not read.
    request.raw.resume();
    return reply.code(shown.status).send(shown.toBody(request.id, this.config.BASE_URL));
  }

  /** The answer that an error stands for. What is no fault of the request is 503, after which its provider tries again. */
  #shown(error: unknown, request: FastifyRequest, type?: Receiving['type']): ApiError {
    if (error instanceof Refusal) {
      const { code, message, reason, isFinal } = error;
      const finalStatus = isFinal && type !== undefined ? this.mails.finalStatusOf(type) : null;
      this.#note(reason, request, type, { reason, message });
      return new ApiError(code, { message, status: finalStatus ?? error.status });
    }
    if (error instanceof ApiError && error.code !== 'internal_error') {
      if (error.status === 503) this.#note('unavailable', request, type, { err: error });
      return error;
    }
    const { statusCode = 500 } = error as { statusCode?: number };
    // A URL with an escape that is none, and the like.
    if (statusCode < 500) return notFound();
    this.logger.error(
      { event: 'providers.request.failed', err: error, request_id: request.id },
      'Cannot take a mail of a provider over: it sends it again',
    );
    providerRefusals.inc({ type: type ?? 'unknown', reason: 'unavailable' });
    return new ApiError('service_unavailable');
  }

  #note(reason: string, request: FastifyRequest, type: string | undefined, detail: object): void {
    providerRefusals.inc({ type: type ?? 'unknown', reason });
    this.logger.warn(
      { event: 'providers.request.refused', type, request_id: request.id, ...detail },
      'Refused a request of a mail provider',
    );
  }
}

const notFound = () => new ApiError('not_found', { message: 'Nothing has this address.' });
