import type { FastifyInstance } from 'fastify';

export interface PageRoutes {
  install(instance: FastifyInstance): void | Promise<void>;
}

/** All of them: an injection token. */
export const PAGE_ROUTES = Symbol('PAGE_ROUTES');
