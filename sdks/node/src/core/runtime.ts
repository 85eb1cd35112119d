// What differs between the platforms that the library runs on.

/**
 * A module of Node.js, loaded when it is first needed; undefined where there is none. No file of the library imports one by itself:
 * so the import takes little time, and works on platforms that have `fetch` alone.
 */
export function builtin<Name extends keyof NodeModules>(name: Name): NodeModules[Name] | undefined {
  const { process } = globalThis as { process?: Partial<NodeJS.Process> };
  return process?.getBuiltinModule?.(name);
}

interface NodeModules {
  'node:crypto': typeof import('node:crypto');
  'node:fs': typeof import('node:fs');
  'node:http': typeof import('node:http');
  'node:https': typeof import('node:https');
  'node:path': typeof import('node:path');
  'node:stream': typeof import('node:stream');
  'node:tls': typeof import('node:tls');
  'node:zlib': typeof import('node:zlib');
}

/** The same, where there is no other way. */
export function requiredBuiltin<Name extends keyof NodeModules>(name: Name): NodeModules[Name] {
  const module = builtin(name);
  if (module === undefined) throw new Error(`This platform has no module ${name}`);
  return module;
}

/** The environment variables of the process, if there are any. */
export function environment(): Readonly<Record<string, string | undefined>> {
  const { process } = globalThis as { process?: Partial<NodeJS.Process> };
  return process?.env ?? {};
}

/** Name and version of the platform for the header User-Agent: `node/20.20.2; linux`. */
export function platform(): string {
  const { process } = globalThis as { process?: Partial<NodeJS.Process> };
  const versions: Record<string, string | undefined> = { ...process?.versions };
  const name = ['bun', 'deno', 'node'].find((one) => one in versions);
  return name === undefined ? 'javascript' : `${name}/${versions[name]}; ${process?.platform}`;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The UTF-8 bytes of a text. */
export const bytesOf = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text);

/** The text of UTF-8 bytes. */
export const textOf = (bytes: Uint8Array): string => decoder.decode(bytes);

/** The object that a text is as JSON; undefined for another value, and for what is no JSON. */
export function objectOf(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A monotonic time in milliseconds: the clock of the system may be set while a call runs. */
export const monotonic = (): number => performance.now();
