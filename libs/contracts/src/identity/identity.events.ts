import { z } from 'zod';
import { defineEvent } from '../event.ts';
import { idOf } from '../id.ts';

/** Only its user's; API keys belong to the workspace. */
const credentialEvent = <const Type extends string, Kind extends 'grant' | 'pat'>(
  type: Type,
  kind: Kind,
  summary: string,
) =>
  defineEvent({
    type,
    tenancy: 'workspace',
    audience: 'bus',
    summary,
    data: z.object({ id: idOf(kind), user_id: idOf('user') }),
  });

export const grantRevoked = credentialEvent(
  'grant.revoked',
  'grant',
  'A grant of a user to an app was revoked',
);
export const grantExpired = credentialEvent('grant.expired', 'grant', 'A grant of a user to an app expired');
export const patRevoked = credentialEvent('pat.revoked', 'pat', 'A personal access token was revoked');
export const patExpired = credentialEvent('pat.expired', 'pat', 'A personal access token expired');
