import type { DiscoveryService } from '@nestjs/core';

export interface ProviderMethod {
  instance: object;
  /** `Class.method`. */
  name: string;
  method: object;
}

/** All methods of the providers' classes, to find handlers, subscribers and scheduled jobs by their decorators. */
export function providerMethods(discovery: DiscoveryService): ProviderMethod[] {
  // One instance may be provided under several tokens.
  const instances = new Set(discovery.getProviders().map(({ instance }) => instance as unknown));
  return [...instances].flatMap(methodsOf);
}

function methodsOf(instance: unknown): ProviderMethod[] {
  if (typeof instance !== 'object' || instance === null) return [];
  const prototype = Object.getPrototypeOf(instance) as object | null;
  if (prototype === null || prototype === Object.prototype) return [];
  return methodsOfClass(prototype).map((method) => ({ instance, ...method }));
}

/** The methods of a class, by its prototype. */
export function methodsOfClass(prototype: object): Omit<ProviderMethod, 'instance'>[] {
  return Object.getOwnPropertyNames(prototype).flatMap((name) => {
    // From the descriptor, so that no getter runs.
    const method: unknown = Object.getOwnPropertyDescriptor(prototype, name)?.value;
    if (typeof method !== 'function') return [];
    return [{ name: `${prototype.constructor.name}.${name}`, method }];
  });
}
