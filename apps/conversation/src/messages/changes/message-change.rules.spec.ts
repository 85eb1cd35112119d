import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  CREDENTIAL_TYPES,
  encodeId,
  ROLES,
  type ApiError,
  type MessageEmail,
  type Principal,
} from '@parley/contracts';
import { newId, newUuid } from '@parley/runtime/records';
import { requireEditable, requireOwn } from './message-change.rules.ts';

const codeOf = (check: () => void): string | null => {
  try {
    check();
    return null;
  } catch (error) {
    return (error as ApiError).code;
  }
};

const userId = newUuid();
const principal = fc
  .record({ type: fc.constantFrom(...CREDENTIAL_TYPES), role: fc.constantFrom(...ROLES) })
  .map((chosen): Principal => ({
    ...chosen,
    workspaceId: newId('workspace'),
    mode: 'live',
    credentialId: 'any',
    userId: encodeId('user', userId),
    scopes: [],
  }));

it('a message is changed by its author, by admins and by API keys, and by nobody else', () => {
  const author = fc.record({
    author_type: fc.constantFrom('user' as const, 'contact' as const),
    author_id: fc.constantFrom(userId, newUuid()),
  });
  fc.assert(
    fc.property(author, principal, (message, by) => {
      const isOwn = message.author_type === 'user' && message.author_id === userId;
      const isAllowed = isOwn || by.role === 'admin' || by.type === 'api_key';
      expect(codeOf(() => requireOwn(message, by))).toBe(isAllowed ? null : 'role_forbidden');
    }),
  );
});

it('notes that were typed and have their text are edited, and nothing else', () => {
  const message = fc.record({
    type: fc.constantFrom('note' as const, 'reply' as const, 'comment' as const),
    email: fc.constantFrom(null, { direction: 'incoming' } as MessageEmail),
    redacted_at: fc.constantFrom(null, new Date(0)),
  });
  fc.assert(
    fc.property(message, (one) => {
      const isEditable = one.type === 'note' && one.email === null && one.redacted_at === null;
      expect(codeOf(() => requireEditable(one))).toBe(isEditable ? null : 'not_editable');
    }),
  );
});
