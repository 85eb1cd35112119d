// Takes the place of @jest/globals: the functions of the test file that is running, for modules that outlive it too.

/** Under this name of the global object the runtime keeps the functions of the current test file. */
export const CURRENT = Symbol.for('parley.jest-globals');

const current = (name) => globalThis[CURRENT][name];

function ofCurrentFile(name) {
  return new Proxy(function target() {}, {
    apply: (_, self, args) => Reflect.apply(current(name), self, args),
    get: (_, property) => current(name)[property],
    has: (_, property) => property in current(name),
  });
}

export const afterAll = ofCurrentFile('afterAll');
export const afterEach = ofCurrentFile('afterEach');
export const beforeAll = ofCurrentFile('beforeAll');
export const beforeEach = ofCurrentFile('beforeEach');
export const describe = ofCurrentFile('describe');
export const expect = ofCurrentFile('expect');
export const it = ofCurrentFile('it');
export const jest = ofCurrentFile('jest');
export const test = ofCurrentFile('test');
