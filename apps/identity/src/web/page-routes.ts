import { Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { ConsoleApi } from '../session-api/console-api.ts';
import { AuthorizeRoutes } from './authorize.routes.ts';
import { HomeRoutes } from './home.routes.ts';
import { ConsoleRoutes } from './console.routes.ts';
import { LinkRoutes } from './link.routes.ts';
import { PasswordRoutes } from './password.routes.ts';

/** All pages of {auth_url}, and the API of the account console. */
@Injectable()
export class PageRoutes {
  constructor(
    private readonly authorize: AuthorizeRoutes,
    private readonly home: HomeRoutes,
    private readonly password: PasswordRoutes,
    private readonly links: LinkRoutes,
    private readonly console: ConsoleRoutes,
    private readonly consoleApi: ConsoleApi,
  ) {}

  async install(instance: FastifyInstance): Promise<void> {
    const { authorize, home, password, links } = this;
    for (const routes of [authorize, home, password, links]) routes.install(instance);
    await this.console.install(instance);
    await this.consoleApi.install(instance);
  }
}
