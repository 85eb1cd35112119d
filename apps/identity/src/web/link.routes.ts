import { Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { InvitationRoutes } from './invitation.routes.ts';
import { PasswordResetRoutes } from './password-reset.routes.ts';

/** The pages of one-time links. */
@Injectable()
export class LinkRoutes {
  constructor(
    private readonly invitations: InvitationRoutes,
    private readonly passwordResets: PasswordResetRoutes,
  ) {}

  install(instance: FastifyInstance): void {
    this.invitations.install(instance);
    this.passwordResets.install(instance);
  }
}
