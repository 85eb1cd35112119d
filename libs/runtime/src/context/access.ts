import { ApiError } from '@parley/contracts';
import type { TenantContext } from './context.ts';

/** Throws `role_forbidden` unless an admin asks. API keys have the role of their creator. */
export function assertAdmin({ principal }: TenantContext): void {
  if (principal?.role !== 'admin') throw new ApiError('role_forbidden');
}

/** Throws `mode_forbidden` for a test credential. The record must be known to exist: an unknown one is 404 in either mode. */
export function assertLive({ tenant }: TenantContext): void {
  if (tenant.mode === 'test') throw new ApiError('mode_forbidden');
}
