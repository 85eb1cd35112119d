import { ApiError } from '@parley/contracts';
import type { TenantContext } from '@parley/runtime/context';

/** Throws `forbidden` unless an admin asks. API keys have the role of their creator. */
export function assertAdmin({ principal }: TenantContext, what: string): void {
  if (principal?.role !== 'admin')
    throw new ApiError('forbidden', { message: `Only admins can change ${what}.` });
}

/** Throws `forbidden` for a test credential. The record must be known to exist: an unknown one is 404 in either mode. */
export function assertLive({ tenant }: TenantContext, what: string): void {
  if (tenant.mode === 'test')
    throw new ApiError('forbidden', {
      message: `Live and test mode share their ${what}: only a live credential may change them.`,
    });
}
