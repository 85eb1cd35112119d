export * from './client.ts';
export * from './database.ts';
export * from './eventually.ts';
export * from './plans.ts';
export * from './receiver.ts';
export * from './slowness.ts';
export * from './remove-topology.ts';
export * from './tcp-proxy.ts';
export { expectDocumented } from './wire.ts';
