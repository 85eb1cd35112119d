import type { ConfigClass, Env } from '@parley/runtime/config';

export function configsOf(name: string): (Pick<ConfigClass, 'settings'> & (new (env: Env) => object))[];
