import { defineEvent } from '../event.ts';
import { User } from './user.operations.ts';

const userEvent = <const Type extends string>(type: Type, summary: string) =>
  defineEvent({ type, tenancy: 'workspace', audience: 'bus', summary, data: User });

export const userCreated = userEvent('user.created', 'A user was created');
export const userUpdated = userEvent('user.updated', 'A user was updated');
export const userDeactivated = userEvent('user.deactivated', 'A user was deactivated');
