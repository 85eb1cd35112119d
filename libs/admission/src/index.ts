export * from './address.ts';
export * from './admission.ts';
export * from './expiring-map.ts';
export * from './memory-admission.ts';
export * from './principal.ts';
export * from './token-use.ts';
export * from './token.ts';
export * from './window.ts';
