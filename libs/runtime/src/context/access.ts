import { ApiError } from '@parley/contracts';
import type { TenantContext } from './context.ts';

/** Throws `mode_forbidden` for a test credential. The record must be known to exist: an unknown one is 404 in either mode. */
export function assertLive({ tenant }: TenantContext): void {
  if (tenant.mode === 'test') throw new ApiError('mode_forbidden');
}
