export { Dispatcher } from './dispatcher.ts';
export * from './handles.ts';
export * from './in-process.ts';
export { inputParserOf } from './input.ts';
export * from './rpc.module.ts';
export * from './rpc.ts';
export * from './tcp/rpc.config.ts';
export * from './tcp/tcp-rpc.ts';
export * from './transport.ts';
