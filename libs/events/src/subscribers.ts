import type { DynamicModule, Type } from '@nestjs/common';
import { MODULE_METADATA } from '@nestjs/common/constants.js';
import type { DiscoveryService } from '@nestjs/core';
import type { ServiceName } from '@parley/contracts';
import { methodsOfClass, providerMethods } from '@parley/runtime/handlers';
import type { Subscription } from './consumer.ts';
import { subscriberMetadata } from './on.ts';

/** The subscribers of a running service. Throws if two have the same name: one would skip the events of the other. */
export function subscriptionsOf(service: ServiceName, discovery: DiscoveryService): Subscription[] {
  return unique(
    providerMethods(discovery).flatMap(({ instance, method }) => {
      const subscriber = declaredBy(service, method);
      if (subscriber === undefined) return [];
      const { run, observe } = subscriber;
      return [{ ...subscriber, run: run.bind(instance), observe: observe?.bind(instance) }];
    }),
  );
}

/** The subscribers of a service as its modules declare them, without starting it. Throws as {@link subscriptionsOf}. */
export function declaredSubscribers(service: ServiceName, module: Type): Subscription[] {
  const prototypes = new Set([...classesOf(module, new Set())].map((type) => type.prototype as object));
  return unique(
    [...prototypes].flatMap(methodsOfClass).flatMap(({ method }) => declaredBy(service, method) ?? []),
  );
}

function declaredBy(service: ServiceName, method: object): Subscription | undefined {
  const subscriber = subscriberMetadata(method);
  if (subscriber === undefined) return undefined;
  const { name, events, ...rest } = subscriber;
  return { name: `${service}.${name}`, types: new Set(events.map(({ type }) => type)), ...rest };
}

function unique<T extends { name: string }>(subscribers: readonly T[]): T[] {
  const names = new Set<string>();
  for (const { name } of subscribers) {
    if (names.has(name)) throw new Error(`two subscribers are named ${name}: rename a method`);
    names.add(name);
  }
  return [...subscribers];
}

function* classesOf(module: Type | DynamicModule, visited: Set<unknown>): Iterable<Type> {
  if (visited.has(module)) return;
  visited.add(module);
  const { module: type, ...dynamic } = 'module' in module ? module : { module };
  const listed = (key: keyof typeof MODULE_METADATA & ('IMPORTS' | 'PROVIDERS')): unknown[] => [
    ...((Reflect.getMetadata(MODULE_METADATA[key], type) as unknown[] | undefined) ?? []),
    ...(dynamic[MODULE_METADATA[key] as 'imports' | 'providers'] ?? []),
  ];
  for (const provider of listed('PROVIDERS')) if (typeof provider === 'function') yield provider as Type;
  for (const imported of listed('IMPORTS')) yield* classesOf(imported as Type | DynamicModule, visited);
}
