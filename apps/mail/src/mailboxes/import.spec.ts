import { describe, expect, it } from '@jest/globals';
import { ApiError } from '@parley/contracts';
import { assertImportable, NO_IMPORT, toImport } from './import.rules.ts';

const NOW = new Date('2026-11-29T12:00:00Z');
const SINCE = new Date('2025-01-01T00:00:00Z');

describe('an import', () => {
  it('is possible over IMAP, of mails of the past', () => {
    const paramOf = (...args: Parameters<typeof assertImportable>) => {
      try {
        assertImportable(...args);
        return null;
      } catch (error) {
        return (error as ApiError).param;
      }
    };
    expect(paramOf({ since: SINCE }, { type: 'imap_smtp' }, NOW)).toBeNull();
    expect(paramOf({ since: SINCE }, { type: 'smtp' }, NOW)).toBe('import');
    expect(paramOf({ since: new Date(NOW.getTime() + 1) }, { type: 'imap_smtp' }, NOW)).toBe('import.since');
  });

  it('is pending until its folder was opened, then running, and completed in the end', () => {
    expect(toImport(NO_IMPORT)).toBeNull();
    const begun = {
      import_since: SINCE,
      import_imported: 0,
      import_has_begun: false,
      import_completed_at: null,
    };
    expect(toImport(begun)).toEqual({
      ...{ since: '2025-01-01T00:00:00.000Z', status: 'pending', imported: 0, completed_at: null },
    });
    expect(toImport({ ...begun, import_has_begun: true, import_imported: 3 })).toMatchObject({
      ...{ status: 'running', imported: 3 },
    });
    expect(toImport({ ...begun, import_has_begun: true, import_completed_at: NOW })).toMatchObject({
      ...{ status: 'completed', completed_at: NOW.toISOString() },
    });
  });
});
