import type { Role } from '@parley/contracts';
import type { Schemas } from '../../api/public.ts';

export type Member = Schemas['User'];

/** A link that is shown once, and what it is for. */
export interface MemberLink {
  title: string;
  url: string;
  note: string;
}

export const ROLE_LABELS: Readonly<Record<Role, string>> = {
  admin: 'Admin: manages the workspace',
  agent: 'Agent: works on tickets and conversations',
  viewer: 'Viewer: reads only',
};
