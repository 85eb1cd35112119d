import type { DiscoveryService } from '@nestjs/core';

/** A method of one of the providers of a process. */
export interface ProviderMethod {
  instance: object;
  /** `Class.method`. */
  name: string;
  method: unknown;
}

/** The methods that the providers' own classes define: where handlers and subscribers are found by their decorators. */
export function providerMethods(discovery: DiscoveryService): ProviderMethod[] {
  // One instance may be provided under several tokens.
  const instances = new Set(discovery.getProviders().map(({ instance }) => instance as unknown));
  return [...instances].flatMap(methodsOf);
}

function methodsOf(instance: unknown): ProviderMethod[] {
  if (typeof instance !== 'object' || instance === null) return [];
  const prototype = Object.getPrototypeOf(instance) as object | null;
  if (prototype === null || prototype === Object.prototype) return [];
  return Object.getOwnPropertyNames(prototype).map((name) => ({
    instance,
    name: `${prototype.constructor.name}.${name}`,
    // Not read from the instance: a getter must not run.
    method: Object.getOwnPropertyDescriptor(prototype, name)?.value as unknown,
  }));
}
