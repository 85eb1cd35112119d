import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decodeId, encodeId, ID_PREFIXES, idOf, uuidOf, type Id, type IdKind } from './id.ts';

const kinds = Object.keys(ID_PREFIXES) as IdKind[];
const kind = fc.constantFrom(...kinds);
const uuid = fc.uint8Array({ minLength: 16, maxLength: 16 }).map((bytes) =>
  Buffer.from(bytes)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
);
const byCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** github.com/jetify-com/typeid, spec/valid.json at version 0.3. */
const VALID = [
  ['nil', '00000000000000000000000000', '00000000-0000-0000-0000-000000000000'],
  ['one', '00000000000000000000000001', '00000000-0000-0000-0000-000000000001'],
  ['ten', '0000000000000000000000000a', '00000000-0000-0000-0000-00000000000a'],
  ['sixteen', '0000000000000000000000000g', '00000000-0000-0000-0000-000000000010'],
  ['thirty-two', '00000000000000000000000010', '00000000-0000-0000-0000-000000000020'],
  ['max-valid', '7zzzzzzzzzzzzzzzzzzzzzzzzz', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
  ['valid-alphabet', '0123456789abcdefghjkmnpqrs', '0110c853-1d09-52d8-d73e-1194e95b5f19'],
  ['valid-uuidv7', '01h455vb4pex5vsknk084sn02q', '01890a5d-ac96-774b-bcce-b302099a8057'],
] as const;

/** The same, spec/invalid.json, with `ticket` where it has a prefix. */
const INVALID = [
  ['prefix-uppercase', 'TICKET_00000000000000000000000000'],
  ['prefix-numeric', '12345_00000000000000000000000000'],
  ['prefix-period', 'tic.ket_00000000000000000000000000'],
  ['prefix-non-ascii', 'tícket_00000000000000000000000000'],
  ['prefix-spaces', '  ticket_00000000000000000000000000'],
  ['separator-empty-prefix', '_00000000000000000000000000'],
  ['separator-empty', '_'],
  ['no prefix', '00000000000000000000000000'],
  ['suffix-short', 'ticket_1234567890123456789012345'],
  ['suffix-long', 'ticket_123456789012345678901234567'],
  ['suffix-spaces', 'ticket_1234567890123456789012345 '],
  ['suffix-uppercase', 'ticket_0123456789ABCDEFGHJKMNPQRS'],
  ['suffix-hyphens', 'ticket_123456789-123456789-123456'],
  ['suffix-wrong-alphabet', 'ticket_ooooooiiiiiiuuuuuuulllllll'],
  ['suffix-ambiguous-crockford', 'ticket_i23456789ol23456789oi23456'],
  ['suffix-hyphens-crockford', 'ticket_123456789-0123456789-0123456'],
  ['suffix-overflow', 'ticket_8zzzzzzzzzzzzzzzzzzzzzzzzz'],
  ['prefix-underscore-start', '_ticket_00000000000000000000000000'],
  ['prefix-underscore-end', 'ticket__00000000000000000000000000'],
  ['a line break behind', 'ticket_00000000000000000000000000\n'],
  ['a character outside the BMP', 'ticket_0000000000000000000000000\u{1F600}'],
  ['a uuid', '01890a5d-ac96-774b-bcce-b302099a8057'],
  ['nothing', ''],
] as const;

describe('an id', () => {
  it.each(VALID)('matches the TypeID specification: %s', (_name, suffix, plain) => {
    expect(encodeId('ticket', plain)).toBe(`ticket_${suffix}`);
    expect(decodeId('ticket', `ticket_${suffix}`)).toBe(plain);
  });

  it('encodes and decodes any uuid, for each kind', () => {
    fc.assert(
      fc.property(kind, uuid, (of, plain) => {
        const id = encodeId(of, plain);
        expect(id).toMatch(new RegExp(`^${ID_PREFIXES[of]}_.{26}$`));
        expect(decodeId(of, id)).toBe(plain);
        expect(idOf(of).safeParse(id).success).toBe(true);
      }),
    );
  });

  it('is the same for a uuid in upper case', () => {
    fc.assert(
      fc.property(uuid, (plain) =>
        expect(encodeId('ticket', plain.toUpperCase())).toBe(encodeId('ticket', plain)),
      ),
    );
  });

  it('sorts like its uuid', () => {
    fc.assert(
      fc.property(fc.array(uuid, { minLength: 2, maxLength: 50 }), (uuids) => {
        const sorted = uuids.toSorted(byCodeUnits);
        const ids = uuids.map((plain) => encodeId('ticket', plain)).toSorted(byCodeUnits);
        expect(ids.map((id) => decodeId('ticket', id))).toEqual(sorted);
      }),
    );
  });

  it.each(INVALID)('is rejected if malformed: %s', (_name, text) => {
    expect(decodeId('ticket', text)).toBeNull();
    expect(idOf('ticket').safeParse(text).success).toBe(false);
  });

  it('is rejected in place of another kind', () => {
    fc.assert(
      fc.property(kind, kind, uuid, (of, wanted, plain) => {
        fc.pre(of !== wanted);
        const id = encodeId(of, plain);
        expect(decodeId(wanted, id)).toBeNull();
        expect(idOf(wanted).safeParse(id).success).toBe(false);
      }),
    );
  });

  it('is accepted by the decoder exactly if the schema accepts it', () => {
    const nearly = fc
      .tuple(uuid, fc.nat(40), fc.string({ unit: 'binary', maxLength: 2 }), fc.nat(2))
      .map(([plain, at, text, removed]) => {
        const id = encodeId('ticket', plain);
        return id.slice(0, at) + text + id.slice(at + removed);
      });
    fc.assert(
      fc.property(fc.oneof(nearly, fc.string()), (text) =>
        expect(decodeId('ticket', text) !== null).toBe(idOf('ticket').safeParse(text).success),
      ),
      { numRuns: 2_000 },
    );
  });

  it('has a unique prefix for each kind', () => {
    expect(new Set(Object.values(ID_PREFIXES)).size).toBe(kinds.length);
  });

  it('throws where a malformed id can only be a bug', () => {
    expect(() => uuidOf('ticket', 'ticket_short')).toThrow('not a ticket id: ticket_short');
    const id: Id<'ticket'> = encodeId('ticket', VALID[7][2]);
    expect(uuidOf('ticket', id)).toBe(VALID[7][2]);
  });
});
