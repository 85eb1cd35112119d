import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { ApiError } from '@parley/contracts';
import { LOGGER, type Logger } from '@parley/runtime/logging';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Admission } from '../incoming/providers/admission.ts';
import { formEntries } from '../incoming/providers/form-fields.ts';
import { ProviderConfig } from '../incoming/providers/provider.config.ts';
import { Refusal } from '../incoming/providers/refusal.ts';
import { announcedSize, readBody } from '../incoming/providers/request-body.ts';
import type { ContactFormRow } from './contact-form.entity.ts';
import { formSubmissions } from './form-metrics.ts';
import {
  ASKING,
  confirmingPage,
  EXPIRED,
  RECEIVED,
  refusedPage,
  sendPage,
  testAskingPage,
} from './form-pages.ts';
import { corsHeaders, isAllowed, originOf } from './origin.rules.ts';
import { submissionOf, type Submission } from './submission.rules.ts';
import { Submissions, type Received } from './submissions.ts';

const MIB = 1024 * 1024;
/** A message of 20,000 characters, percent-encoded, and the other fields. */
const BODY_MAX = MIB / 4;
/** Time in which the body of a form has to be there. */
const BODY_TIMEOUT_MS = 10_000;
/** What a process reads at a time, and of one form. */
const ADMITTED = { requests: 64, requestsPerMailbox: 16, bytes: 16 * MIB };
/** The same of one client: one that is slow leaves room for the others. */
const ADMITTED_OF_CLIENT = { requests: 64, requestsPerMailbox: 4, bytes: 16 * MIB };
const RETRY_AFTER_S = 60;
const PREFLIGHT_MAX_AGE_S = 600;

type WithKey = FastifyRequest<{ Params: { key: string } }>;
type WithToken = FastifyRequest<{ Params: { token: string } }>;

/** The routes of {mail_url} to which contact forms are sent, by browsers without a script or with one. */
@Injectable()
export class FormRoutes {
  readonly #admission = new Admission(ADMITTED);
  readonly #clients = new Admission(ADMITTED_OF_CLIENT);

  constructor(
    private readonly submissions: Submissions,
    private readonly config: ProviderConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Adds them with errors of their own: people read them. */
  async install(instance: FastifyInstance): Promise<void> {
    await instance.register((scope, _options, done) => {
      scope.setErrorHandler((error, request, reply) => this.#sendError(error, request, reply));
      scope.options('/forms/:key', (request: WithKey, reply) => this.#preflight(request, reply));
      scope.post('/forms/:key', (request: WithKey, reply) => this.#submit(request, reply));
      scope.get('/confirmations/:token', (request: WithToken, reply) => this.#ask(request, reply));
      scope.post('/confirmations/:token', (request: WithToken, reply) => this.#confirm(request, reply));
      done();
    });
  }

  async #preflight({ params, headers }: WithKey, reply: FastifyReply): Promise<FastifyReply> {
    const form = await this.submissions.formOf(params.key);
    return reply
      .code(204)
      .headers({
        ...corsHeaders(originOf(headers), form.allowed_origins),
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': 'accept, content-type',
        'access-control-max-age': String(PREFLIGHT_MAX_AGE_S),
      })
      .send();
  }

  async #submit(request: WithKey, reply: FastifyReply): Promise<FastifyReply> {
    const form = await this.submissions.formOf(request.params.key);
    const origin = originOf(request.headers);
    void reply.headers(corsHeaders(origin, form.allowed_origins));
    if (!isAllowed(origin, form.allowed_origins))
      throw new ApiError('forbidden', {
        message: 'The form may not be sent from this page. Its allowed_origins name the pages that may.',
      });
    const submission = await this.#read(request, form);
    const received = await this.submissions.submit(form, submission, request.ip);
    return wantsJson(request) ? sendJson(reply, received) : sendAnswer(reply, form, received);
  }

  #read(request: FastifyRequest, { id }: ContactFormRow): Promise<Submission> {
    const size = announcedSize(request.headers, BODY_MAX);
    const read = async () => {
      const stream = request.body instanceof Readable ? request.body : Readable.from([]);
      const timer = setTimeout(() => request.raw.destroy(), BODY_TIMEOUT_MS);
      const body = await readBody(stream, BODY_MAX).finally(() => clearTimeout(timer));
      return submissionOf(formEntries(request.headers['content-type'] ?? '', body));
    };
    return this.#clients.run(request.ip, size, () => this.#admission.run(id, size, read));
  }

  /** Mail scanners open links too: only the button confirms. */
  async #ask({ params }: WithToken, reply: FastifyReply): Promise<FastifyReply> {
    const found = await this.submissions.formOfLink(params.token);
    if (found === null) return sendPage(reply, EXPIRED, 404);
    return sendPage(reply, found.isDone ? RECEIVED : confirmingPage(found.form?.redirect_url ?? null));
  }

  async #confirm(request: WithToken, reply: FastifyReply): Promise<FastifyReply> {
    // Nothing in its body matters.
    request.raw.resume();
    const found = await this.submissions.confirm(request.params.token);
    if (found === null) return sendPage(reply, EXPIRED, 404);
    return sendReceived(reply, found.form?.redirect_url ?? null);
  }

  #sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const shown = this.#shown(error, request);
    formSubmissions.inc({ result: 'refused' });
    if (shown.retryAfter !== undefined) void reply.header('retry-after', String(shown.retryAfter));
    // What is left of a body that is not read.
    request.raw.resume();
    if (wantsJson(request))
      return reply.code(shown.status).send(shown.toBody(request.id, this.config.BASE_URL));
    return sendPage(reply, refusedPage(reasonsOf(shown)), shown.status);
  }

  #shown(error: unknown, request: FastifyRequest): ApiError {
    if (error instanceof Refusal)
      return error.reason === 'busy'
        ? new ApiError('service_unavailable', { retryAfter: RETRY_AFTER_S })
        : new ApiError(error.code, { message: error.message, status: error.status });
    if (error instanceof ApiError && error.code !== 'internal_error') return error;
    const { statusCode = 500 } = error as { statusCode?: number };
    if (statusCode < 500) return new ApiError('not_found', { message: 'No form has this address.' });
    this.logger.error(
      { event: 'form.request.failed', err: error, request_id: request.id },
      'Cannot take a submission of a form over',
    );
    return new ApiError('service_unavailable', { retryAfter: RETRY_AFTER_S });
  }
}

const wantsJson = ({ headers }: FastifyRequest): boolean =>
  /\bapplication\/json\b/i.test(headers.accept ?? '');

const sendJson = (reply: FastifyReply, { status, link }: Received): FastifyReply =>
  reply.send({ status, ...(link === null ? {} : { confirmation_url: link }) });

function sendAnswer(
  reply: FastifyReply,
  { mode, redirect_url: next }: ContactFormRow,
  { status, link }: Received,
): FastifyReply {
  if (status === 'received') return sendReceived(reply, next);
  return sendPage(reply, mode === 'test' ? testAskingPage(link) : ASKING);
}

/** A redirect with 303: to load the page again sends nothing again. A header has no characters beyond ASCII. */
const sendReceived = (reply: FastifyReply, next: string | null): FastifyReply =>
  next === null
    ? sendPage(reply, RECEIVED)
    : reply
        .code(303)
        .headers({ 'referrer-policy': 'no-referrer', location: new URL(next).href })
        .send();

const reasonsOf = ({ details, message, param }: ApiError): string[] =>
  details?.map((detail) => `${detail.param ?? ''} ${detail.message}`.trim()) ?? [
    `${param ?? ''} ${message}`.trim(),
  ];
