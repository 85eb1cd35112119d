export * from './changes.ts';
export * from './ids.ts';
export * from './version.ts';
