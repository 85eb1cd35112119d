import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import {
  FORM_PARTS_MAX,
  ApiError,
  type ErrorCode,
  discardFiles,
  errorOf,
  formatSize,
  type Id,
  invalidParameter,
  type Upload,
} from '@parley/contracts';
import { FileTransport, isStorageFull, UploadLimitsConfig } from '@parley/files';
import { Slots } from '@parley/runtime/async';
import { type TenantContext } from '@parley/runtime/context';
import { LOGGER, type Logger } from '@parley/runtime/logging';
import { newId } from '@parley/runtime/records';
import { Rpc } from '@parley/rpc';
import { BodyTimeout } from '../http/body-timeout.ts';
import { fileNameOf } from './file-name.ts';
import { FormFields } from './form-fields.ts';
import { boundaryOf, fieldOf, type Form } from './form.ts';
import { malformed, type Part, readParts } from './read-parts.ts';
import { UploadClock } from './upload-clock.ts';

/** How long the file service may take to remove what was uploaded in vain. */
const DISCARD_MS = 5_000;

/** Reads forms: the bytes of their files go to the file service as they arrive, and are never held here. */
@Injectable()
export class FormReader {
  /** Each upload that runs holds a connection and a file. */
  readonly #slots: Slots<Id<'workspace'>>;

  constructor(
    private readonly transport: FileTransport,
    private readonly limits: UploadLimitsConfig,
    private readonly bodyTimeout: BodyTimeout,
    private readonly rpc: Rpc,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.#slots = new Slots(limits.UPLOADS_PER_WORKSPACE, 'uploads');
  }

  /** How long a form may take to be read. */
  get timeoutMs(): number {
    return this.limits.UPLOAD_TIMEOUT;
  }

  /**
   * Reads a form, uploads its files and does the work with the body that they make. No upload remains of work that fails
   * or repeats an earlier result. Throws ApiError: 400 for what cannot be read, 422 for what is too large or too many, 429
   * if too many uploads run, 503 without the file service; and what the work throws. The deadline of `ctx` is that of the
   * whole form.
   */
  async read<Result extends { replayed: boolean }>(
    form: Form,
    request: IncomingMessage,
    ctx: TenantContext,
    work: (body: Record<string, unknown>) => Promise<Result>,
  ): Promise<Result> {
    const uploads: Upload[] = [];
    try {
      const result = await work(await this.#receive(form, request, { ctx, uploads }));
      if (result.replayed) this.#discard(ctx, uploads);
      return result;
    } catch (error) {
      if (hadNoEffect(error)) this.#discard(ctx, uploads);
      throw error;
    }
  }

  async #receive(
    form: Form,
    request: IncomingMessage,
    { ctx, uploads }: { ctx: TenantContext; uploads: Upload[] },
  ) {
    const boundary = boundaryOf(request.headers['content-type'] ?? '');
    if (boundary === null) throw malformed('The Content-Type has no boundary.');
    this.#refuseLength(form, request);
    const release = this.#slots.take(ctx.tenant.workspaceId);
    this.bodyTimeout.stop(request);
    const clock = new UploadClock(request, {
      timeoutMs: this.timeoutMs,
      bytesPerSecond: this.limits.UPLOAD_MIN_RATE,
    });
    const fields = new FormFields(form);
    try {
      const options = { boundary, partsMax: FORM_PARTS_MAX, signal: clock.signal };
      await readParts(request, options, (part) => this.#take(form, part, { ctx, fields, uploads }));
      return bodyOf(form, fields, uploads);
    } finally {
      clock.stop();
      release();
      // What is left of it, nobody waits for.
      this.bodyTimeout.restart(request);
    }
  }

  /** Has uploads removed of which nothing became. Where that fails, the file service does it when they expire. */
  #discard(ctx: TenantContext, uploads: readonly Upload[]): void {
    if (uploads.length === 0) return;
    const ids = uploads.map(({ id }) => id);
    this.rpc
      .call(discardFiles, { ...ctx, deadline: Date.now() + DISCARD_MS }, { ids })
      .catch((err: unknown) =>
        this.logger.info({ event: 'upload.discard.failed', err }, 'Uploads are left to the sweep'),
      );
  }

  /** A form that says how long it is need not be read to be too long. */
  #refuseLength(form: Form, { headers }: IncomingMessage): void {
    const length = Number(headers['content-length'] ?? 0);
    const { FILE_SIZE_MAX, ATTACHMENTS_SIZE_MAX } = this.limits;
    const filesMax = form.isList ? ATTACHMENTS_SIZE_MAX : FILE_SIZE_MAX;
    // A part has about 200 bytes of headers.
    if (length > filesMax + form.fieldBytesMax + FORM_PARTS_MAX * 1024)
      throw refused('file_too_large', form.part, `must be at most ${formatSize(filesMax)}`);
  }

  async #take(form: Form, part: Part, into: { ctx: TenantContext; fields: FormFields; uploads: Upload[] }) {
    const name = fieldOf(form, part.name);
    const isOurs = name === form.part;
    const isFile = part.fileName !== undefined || (isOurs && part.isTyped);
    if (!isFile && isOurs) throw invalidParameter(name, 'must be sent as a file');
    if (!isFile) return into.fields.add(part);
    if (isOurs) return this.#upload(form, part, into);
    if (form.fields.has(name)) throw invalidParameter(name, 'must not be sent as a file');
    into.fields.addIgnored(name);
  }

  async #upload(
    form: Form,
    { fileName = '', bytes }: Part,
    { ctx, uploads }: { ctx: TenantContext; uploads: Upload[] },
  ): Promise<void> {
    // A browser sends a part without a name and without bytes for an input in which no file was chosen.
    if (fileName === '' && (await isEmpty(bytes))) return;
    const { FILE_SIZE_MAX, ATTACHMENTS_MAX, ATTACHMENTS_SIZE_MAX } = this.limits;
    const filesMax = form.isList ? ATTACHMENTS_MAX : 1;
    if (uploads.length === filesMax)
      throw refused(
        'too_many_items',
        form.part,
        `must have at most ${filesMax} file${filesMax === 1 ? '' : 's'}`,
      );
    const used = uploads.reduce((sum, { size }) => sum + size, 0);
    const left = form.isList ? ATTACHMENTS_SIZE_MAX - used : FILE_SIZE_MAX;
    const head = { id: newId('file'), name: fileNameOf(fileName), maxBytes: Math.min(FILE_SIZE_MAX, left) };
    try {
      uploads.push(await this.transport.send(ctx, head, bytes));
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'file_too_large') throw error;
      // A smaller file would not help.
      if (isStorageFull(error)) throw refused(error.code, paramOf(form, uploads), error.message);
      throw left < FILE_SIZE_MAX
        ? refused(error.code, form.part, `must be at most ${formatSize(ATTACHMENTS_SIZE_MAX)} together`)
        : refused(error.code, paramOf(form, uploads), `must be at most ${formatSize(FILE_SIZE_MAX)}`);
    }
  }
}

/** Whether a stream ends without a byte; what it has stays in it. Throws the error that it ends with. */
async function isEmpty(bytes: Readable): Promise<boolean> {
  // One whose end has arrived already is not readable again.
  await Promise.race([once(bytes, 'readable'), once(bytes, 'end')]);
  const first = bytes.read() as Buffer | null;
  if (first !== null) bytes.unshift(first);
  return first === null;
}

/** Whether a request that failed has left nothing: of one whose outcome is unknown, the uploads may be in use. */
function hadNoEffect(error: unknown): boolean {
  return error instanceof ApiError && (error.status < 500 || error.code === 'service_unavailable');
}

const paramOf = ({ part, isList }: Form, uploads: readonly Upload[]) =>
  isList ? `${part}[${uploads.length}]` : part;

const refused = (code: ErrorCode, param: string, message: string) => errorOf([{ code, param, message }]);

/** The body that a form stands for. Throws ApiError 400 if it lacks its file. */
function bodyOf({ part, isList, required }: Form, fields: FormFields, uploads: readonly Upload[]) {
  const [first] = uploads;
  if (required && first === undefined)
    throw new ApiError('missing_parameter', {
      status: 400,
      param: part,
      message: `${part}: is required, as a part with a file name`,
    });
  return { ...fields.toBody(), ...(uploads.length === 0 ? {} : { [part]: isList ? uploads : first }) };
}
