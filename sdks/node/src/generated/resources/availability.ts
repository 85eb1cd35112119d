// Generated from the API document by `npm run sdks`. Do not edit.
import { Resource } from '../../core/resource.ts';
import type { UpdateAvailabilityRequest, User } from '../types.ts';
import type { WriteOptions } from '../../core/options.ts';

/** `parley.availability` */
export class AvailabilityResource extends Resource {
  /**
   * Change the availability of the current user.
   *
   * Says whether the teams of the user may assign records to them; of an API key, the user is its
   * creator. Admins change the availability of others by `PATCH /v1/users/{user_id}`. Returns 403 for
   * test keys, because live and test mode share users.
   *
   * Requires the scope `conversations:write`.
   *
   * Error codes besides those of all operations: `body_too_large`, `unsupported_media_type`,
   * `unsupported_encoding`, `insufficient_scope`, `mode_forbidden`, `idempotency_mismatch`,
   * `idempotency_in_progress`, `invalid_parameter`, `read_only_parameter`, `missing_parameter`,
   * `outcome_unknown`.
   */
  update(params: UpdateAvailabilityRequest, options?: WriteOptions): Promise<User> {
    return this.client.record<User>(
      { id: 'updateAvailability', method: 'PATCH', path: ['v1', 'me'], body: params },
      options,
    );
  }
}
