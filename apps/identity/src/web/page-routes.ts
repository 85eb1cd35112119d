import { Inject, Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { AuthorizeRoutes } from './authorize.routes.ts';
import { ConnectedAppsRoutes } from './connected-apps.routes.ts';
import { PasswordRoutes } from './password.routes.ts';

/** All pages of {auth_url}. */
@Injectable()
export class PageRoutes {
  constructor(
    @Inject(AuthorizeRoutes) private readonly authorize: AuthorizeRoutes,
    @Inject(ConnectedAppsRoutes) private readonly connectedApps: ConnectedAppsRoutes,
    @Inject(PasswordRoutes) private readonly password: PasswordRoutes,
  ) {}

  install(instance: FastifyInstance): void {
    for (const routes of [this.authorize, this.connectedApps, this.password]) routes.install(instance);
  }
}
