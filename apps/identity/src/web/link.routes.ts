import { Inject, Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { InvitationRoutes } from './invitation.routes.ts';
import { PasswordResetRoutes } from './password-reset.routes.ts';

/** The pages of one-time links. */
@Injectable()
export class LinkRoutes {
  constructor(
    @Inject(InvitationRoutes) private readonly invitations: InvitationRoutes,
    @Inject(PasswordResetRoutes) private readonly passwordResets: PasswordResetRoutes,
  ) {}

  install(instance: FastifyInstance): void {
    this.invitations.install(instance);
    this.passwordResets.install(instance);
  }
}
