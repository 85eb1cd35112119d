const VERSION = Symbol('version');

/**
 * Notes the version of the row that a resource was made from, out of sight of whoever lists its fields: the `ETag` of
 * its answer. What a resource shows of others (names, counts, signed links) may change without it (decisions.md
 * section 1).
 */
export function versioned<T extends object>(version: number, resource: T): T {
  // No WeakMap: with one entry for each item of each list, it would be a tenth of the garbage collector's work.
  return Object.defineProperty(resource, VERSION, { value: String(version) });
}

/** The version that was noted, or `undefined`. */
export function versionOf(value: unknown): string | undefined {
  return typeof value === 'object' && value !== null ? (value as { [VERSION]?: string })[VERSION] : undefined;
}
