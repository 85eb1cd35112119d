import { isUtf8 } from 'node:buffer';
import { formatSize, invalidParameter } from '@parley/contracts';
import { jsonError, prototypeError } from '@parley/runtime/http/json-body';
import type { Form } from './form.ts';
import { malformed, type Part } from './read-parts.ts';

export class FormFields {
  // Not an object: a field may have any name.
  readonly #values = new Map<string, unknown>();
  #bytes = 0;

  constructor(private readonly form: Form) {}

  /** Throws ApiError: 400 for what cannot be read, 422 for a field that is repeated. */
  async add({ name, bytes }: Part): Promise<void> {
    this.#refuseName(name);
    const chunks: Buffer[] = [];
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      this.#bytes += chunk.length;
      if (this.#bytes > this.form.fieldBytesMax)
        throw malformed(
          `The fields of the form are larger than ${formatSize(this.form.fieldBytesMax)} together.`,
        );
      chunks.push(chunk);
    }
    this.#values.set(name, this.#valueOf(name, Buffer.concat(chunks)));
  }

  /** Counts a file of a field that takes none, so that `Prefer: handling=strict` refuses it by name. */
  addIgnored(name: string): void {
    this.#refuseName(name);
    this.#values.set(name, null);
  }

  toBody(): Record<string, unknown> {
    return Object.fromEntries(this.#values);
  }

  #refuseName(name: string): void {
    if (name === '__proto__') throw invalidParameter(name, 'must not be named __proto__');
    if (this.#values.has(name)) throw invalidParameter(name, 'must be given once');
  }

  #valueOf(name: string, bytes: Buffer): unknown {
    if (!isUtf8(bytes)) throw malformed(`The field ${name} of the form is not UTF-8.`);
    const text = bytes.toString();
    if (this.form.fields.get(name) !== 'json') return text;
    const error = jsonError(bytes);
    if (error !== null) throw malformed(error);
    const proto = prototypeError(text);
    if (proto !== null) throw proto.withParamPrefix(name);
    try {
      return JSON.parse(text) as unknown;
    } catch {
      throw invalidParameter(name, 'must be JSON');
    }
  }
}
