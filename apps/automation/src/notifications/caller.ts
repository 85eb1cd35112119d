import { ApiError, type Id } from '@parley/contracts';
import type { TenantContext } from '@parley/runtime/context';

/** The user whose notifications a request is about; of an API key its creator. */
export function callerOf({ principal }: TenantContext): Id<'user'> {
  if (principal === undefined) throw new ApiError('forbidden');
  return principal.userId;
}
