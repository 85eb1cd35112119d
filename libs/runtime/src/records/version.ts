const VERSION = Symbol('version');

/** Attaches the row version of a resource as a hidden property, for its `ETag`. Embedded data may change without it. */
export function versioned<T extends object>(version: number, resource: T): T {
  // Not a WeakMap: with an entry per list item it would cause a tenth of the garbage collection.
  return Object.defineProperty(resource, VERSION, { value: String(version) });
}

/** The attached version, if any. */
export function versionOf(value: unknown): string | undefined {
  return typeof value === 'object' && value !== null ? (value as { [VERSION]?: string })[VERSION] : undefined;
}
