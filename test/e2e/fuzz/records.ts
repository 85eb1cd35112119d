import type { Described } from './document.ts';
import { SomeId } from './values.ts';

const ID = /^([a-z]+)_[0-7][0-9a-hjkmnp-tv-z]{25}$/;
const PLAIN: readonly unknown[] = [Object.prototype, null];
type Params = Readonly<Record<string, string>>;

/** The records that answers have shown, by which later requests name them. */
export class KnownRecords {
  readonly #ids = new Map<string, string[]>();
  /** Parameters of the paths of records that exist, by the path with its parameters in braces. */
  readonly #places = new Map<string, Params[]>();

  constructor(private readonly operations: readonly Described[]) {}

  /** Keeps the ids of the body of a success, and where its records can be read. */
  learn({ path }: Described, params: Params, body: unknown): void {
    for (const id of idsIn(body)) this.#keep(id);
    const { data } = (body ?? {}) as { data?: unknown };
    const place = this.#pathsBelow(path)[0];
    const parameter = place?.slice(path.length + 2, -1) ?? '';
    if (place === undefined) return;
    for (const record of [data].flat() as ({ id?: string } | undefined)[])
      if (typeof record?.id === 'string') this.#place(place, { ...params, [parameter]: record.id });
  }

  /** Removes a record that was deleted. Its id becomes the oldest: requests may name what is gone, but seldom. */
  forget({ path }: Described, params: Params): void {
    const left = this.placesOf(path).filter((one) => JSON.stringify(one) !== JSON.stringify(params));
    this.#places.set(path, left);
    const id = params[path.slice(path.lastIndexOf('{') + 1, -1)] ?? '';
    const [, prefix = ''] = ID.exec(id) ?? [];
    const known = this.#ids.get(prefix) ?? [];
    if (known.includes(id)) this.#ids.set(prefix, [id, ...known.filter((one) => one !== id)]);
  }

  /** Parameters of the records at a path. */
  placesOf(path: string): readonly Params[] {
    return this.#places.get(path) ?? [];
  }

  /** The operation that creates the records at a path, if there is one. */
  creatorOf(path: string): Described | undefined {
    return this.operations.find(
      ({ method, path: own, responses }) =>
        method === 'POST' && '201' in responses && this.#pathsBelow(own).includes(path),
    );
  }

  /** A value with ids in the places of those that it asks for. */
  fill(value: unknown): unknown {
    if (value instanceof SomeId) return this.idOf(value);
    if (Array.isArray(value)) return value.map((one) => this.fill(one));
    // Of the records that fast-check makes, some have no prototype.
    if (typeof value !== 'object' || value === null || !PLAIN.includes(Object.getPrototypeOf(value)))
      return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, this.fill(one)]));
  }

  idOf({ prefix, nth }: SomeId): string {
    const known = prefix === '' ? [...this.#ids.values()].flat() : (this.#ids.get(prefix) ?? []);
    // The newest are those that most likely still exist; beyond them is one of nobody.
    return known.at(-1 - (nth % (known.length + 1))) ?? `${prefix}_01h455vb4pex5vsknk084sn02q`;
  }

  #pathsBelow(path: string): string[] {
    const paths = this.operations.map((one) => one.path);
    return paths.filter((one) => one.startsWith(`${path}/{`) && one.indexOf('/', path.length + 1) === -1);
  }

  #keep(id: string): void {
    const [, prefix = ''] = ID.exec(id) ?? [];
    const known = this.#ids.get(prefix) ?? [];
    if (!known.includes(id)) this.#ids.set(prefix, [...known.slice(-30), id]);
  }

  #place(path: string, params: Params): void {
    const text = JSON.stringify(params);
    const known = this.placesOf(path).filter((one) => JSON.stringify(one) !== text);
    this.#places.set(path, [...known.slice(-30), params]);
  }
}

function idsIn(value: unknown): string[] {
  if (typeof value === 'string') return ID.test(value) ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(idsIn) : [];
}
