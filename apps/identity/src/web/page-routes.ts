import type { FastifyInstance } from 'fastify';

/** Some pages of {auth_url}, or the API of the account console. */
export interface PageRoutes {
  install(instance: FastifyInstance): void | Promise<void>;
}

/** All of them: an injection token. */
export const PAGE_ROUTES = Symbol('PAGE_ROUTES');
