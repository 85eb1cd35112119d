const versions = new WeakMap<object, string>();

/**
 * Notes the version of the row that a resource was made from, beside the resource: the `ETag` of its answer. What a
 * resource shows of others (names, counts, signed links) may change without it (decisions.md section 1).
 */
export function versioned<T extends object>(version: number, resource: T): T {
  versions.set(resource, String(version));
  return resource;
}

/** The version that was noted, or `undefined`. */
export function versionOf(value: unknown): string | undefined {
  return typeof value === 'object' && value !== null ? versions.get(value) : undefined;
}
