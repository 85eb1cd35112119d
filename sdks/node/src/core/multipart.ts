// Bodies of multipart/form-data (RFC 7578), streamed.
import { ConfigurationError } from './errors.ts';
import type { Bytes, FileInput } from './file-input.ts';
import { bytesOf, requiredBuiltin } from './runtime.ts';

const PIECE_BYTES = 128 * 1024;

/** A body, as the transport sends it. */
export interface RequestBody {
  contentType: string;
  /** Bytes, if that is known */
  length: number | undefined;
  isReplayable: boolean;
  open(): Uint8Array | AsyncIterable<Uint8Array>;
}

interface Source {
  name: string;
  type: string;
  length: number | undefined;
  isReplayable: boolean;
  open(): AsyncIterable<Uint8Array>;
}

/** Whether a value of a field that takes ids and files is a file. */
export const isFile = (value: unknown): boolean => typeof value === 'object' && value !== null;

/**
 * A form of the fields of a body.
 *
 * @param files the names that fields with files have in the form
 * @throws ConfigurationError for a file of no known form, or one that cannot be read
 */
export async function formOf(body: object, files: Readonly<Record<string, string>>): Promise<RequestBody> {
  const boundary = `parley-${crypto.randomUUID()}`;
  const parts: (Uint8Array | Source)[] = [];
  for (const [name, value] of Object.entries(body)) {
    // A form cannot say null. Where it is allowed, it means the same as no value in what is created.
    if (value === undefined || value === null) continue;
    const partName = files[name] ?? name;
    const values: unknown[] = name in files && Array.isArray(value) ? value : [value];
    for (const one of values) {
      const source = name in files && isFile(one) ? await sourceOf(one as FileInput) : undefined;
      parts.push(bytesOf(headOf(boundary, partName, source)));
      parts.push(source ?? bytesOf(typeof one === 'string' ? one : JSON.stringify(one)));
      parts.push(bytesOf('\r\n'));
    }
  }
  parts.push(bytesOf(`--${boundary}--\r\n`));
  const lengths = parts.map((part) => (part instanceof Uint8Array ? part.byteLength : part.length));
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    length: lengths.reduce<number | undefined>(
      (sum, one) => (sum === undefined || one === undefined ? undefined : sum + one),
      0,
    ),
    isReplayable: parts.every((part) => part instanceof Uint8Array || part.isReplayable),
    open: () => chunksOf(parts),
  };
}

async function* chunksOf(parts: readonly (Uint8Array | Source)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    if (part instanceof Uint8Array) yield part;
    else yield* part.open();
  }
}

function headOf(boundary: string, name: string, file: Source | undefined): string {
  const disposition = `Content-Disposition: form-data; name="${escaped(name)}"`;
  if (file === undefined) return `--${boundary}\r\n${disposition}\r\n\r\n`;
  return `--${boundary}\r\n${disposition}; filename="${escaped(file.name)}"\r\nContent-Type: ${file.type}\r\n\r\n`;
}

/** Names are UTF-8, with what would end them written as browsers do (HTML, multipart/form-data encoding algorithm). */
const escaped = (name: string): string =>
  name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

async function sourceOf(input: FileInput): Promise<Source> {
  if ('path' in input) return fileSource(input.path, input.name, input.type);
  const { data, name, type } =
    input instanceof Uint8Array || input instanceof Blob
      ? { data: input, name: undefined, type: undefined }
      : input;
  const blob = data instanceof Blob ? data : undefined;
  const ownName =
    name ?? (blob !== undefined && 'name' in blob ? (blob.name as string) : undefined) ?? 'file';
  const ownType = type ?? (blob?.type === '' ? undefined : blob?.type) ?? 'application/octet-stream';
  if (/[^\x20-\x7e]/.test(ownType)) throw new ConfigurationError('The type of a file must be a media type');
  const common = { name: ownName, type: ownType };
  if (data instanceof Uint8Array)
    return { ...common, length: data.byteLength, isReplayable: true, open: () => once(data) };
  if (data instanceof Blob)
    return { ...common, length: data.size, isReplayable: true, open: () => iterable(data.stream()) };
  if (typeof data === 'function')
    return { ...common, length: undefined, isReplayable: true, open: () => opened(data) };
  if (typeof data !== 'object' || !(Symbol.asyncIterator in data))
    throw new ConfigurationError('A file must be bytes, a Blob, { path }, or { data, name }');
  return { ...common, length: undefined, isReplayable: false, open: () => iterable(data) };
}

async function fileSource(
  path: string,
  name: string | undefined,
  type = 'application/octet-stream',
): Promise<Source> {
  const { size } = await requiredBuiltin('node:fs')
    .promises.stat(path)
    .catch((cause: unknown) => {
      throw new ConfigurationError(`The file cannot be read: ${(cause as Error).message}`, { cause });
    });
  return {
    name: name ?? requiredBuiltin('node:path').basename(path),
    type,
    length: size,
    isReplayable: true,
    open: () => piecesOf(path, size),
  };
}

/**
 * The bytes of a file, all in one buffer, one after the other: a piece is valid until the next one is asked for. So the memory for an
 * upload is the same, whatever its size.
 *
 * @param size the length that was announced, which a file that has grown meanwhile must not exceed
 */
async function* piecesOf(path: string, size: number): AsyncGenerator<Uint8Array> {
  const file = await requiredBuiltin('node:fs').promises.open(path);
  try {
    const buffer = new Uint8Array(PIECE_BYTES);
    for (let at = 0; at < size;) {
      const { bytesRead } = await file.read(buffer, 0, Math.min(PIECE_BYTES, size - at), at);
      if (bytesRead === 0) throw new Error(`${path} has become shorter while it was sent`);
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

/** One piece, as a stream. */
const once = (bytes: Uint8Array): AsyncIterable<Uint8Array> => iterable(new Blob([bytes]).stream());

async function* opened(open: () => Bytes | Promise<Bytes>): AsyncGenerator<Uint8Array> {
  yield* iterable(await open());
}

const iterable = (bytes: Bytes): AsyncIterable<Uint8Array> => bytes as AsyncIterable<Uint8Array>;
