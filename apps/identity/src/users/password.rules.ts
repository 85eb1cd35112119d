import { isPlaceholder } from '@parley/runtime/config';

export const PASSWORD_MIN = 12;
/** Longer passwords are never hashed and never match. */
export const PASSWORD_MAX = 128;

export interface NewPassword {
  password: string;
  repeated: string;
}

export interface PasswordChange extends NewPassword {
  current: string;
}

/** Why a user may not choose a password, in a sentence for them; `null` if they may (NIST SP 800-63B section 3.1.1). */
export function newPasswordError({ password, repeated }: NewPassword, email: string): string | null {
  if (password !== repeated) return 'The new passwords differ.';
  const length = Array.from(password).length;
  if (length < PASSWORD_MIN) return `The new password must have at least ${PASSWORD_MIN} characters.`;
  if (password.length > PASSWORD_MAX) return `The new password must have at most ${PASSWORD_MAX} characters.`;
  const lower = password.toLowerCase();
  const name = email.slice(0, email.lastIndexOf('@')).toLowerCase();
  if (isPlaceholder(password) || lower === email.toLowerCase() || (name.length > 3 && lower.startsWith(name)))
    return 'The new password is too easy to guess.';
  return null;
}

export function passwordError(change: PasswordChange, email: string): string | null {
  const error = newPasswordError(change, email);
  if (error === null && change.password === change.current)
    return 'The new password must differ from the current one.';
  return error;
}
