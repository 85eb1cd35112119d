import { z } from 'zod';
import { CREDENTIAL_TYPES } from './context.ts';
import { string } from './documented.ts';

/** One set of names for who acts, by what, and who created something; each place extracts those that it can have. */
export const ActorType = z.enum(['user', 'system', 'operator', 'assignment', ...CREDENTIAL_TYPES]);

export const CredentialId = string(
  'Id of the API key or personal access token, of the grant of an OAuth access token, or of the session of a signed-in user',
  'key_01h455vb4pex5vsknk084sn02q',
);
