import { defineEvent } from '../event.ts';
import { User } from './user.operations.ts';

const userEvent = <const Type extends string>(type: Type, summary: string) =>
  defineEvent({
    type,
    service: 'identity',
    subject: 'user',
    tenancy: 'workspace',
    audience: 'bus',
    summary,
    data: User,
  });

export const userCreated = userEvent('user.created', 'A user joined the workspace');
export const userUpdated = userEvent('user.updated', 'Name, role, status or avatar of a user changed');
export const userDeactivated = userEvent('user.deactivated', 'A user may no longer act or be assigned');
