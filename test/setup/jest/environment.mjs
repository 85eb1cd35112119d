// The environment of a test file is the process itself, and what a file changes of it is put back at its end.

/** Handlers of the test runner, of which each test file has new ones. Jest documents no way to remove them. */
const EVENT_HANDLERS = Symbol.for('EVENT_HANDLERS');

// A worker whose run was ended by a signal would go on with its test file. Jest ends one by taking its listener of messages
// away; a listener of the end of the channel alone would keep the process.
const exit = process.exit.bind(process, 1);
process.once('disconnect', exit);
process.on('removeListener', (event) => {
  if (event === 'message') process.off('disconnect', exit);
});

export default class ProcessEnvironment {
  global = globalThis;
  #console = globalThis.console;
  #exit = Object.getOwnPropertyDescriptor(process, 'exit');
  #variables = { ...process.env };
  #globals;

  constructor({ projectConfig }) {
    this.#globals = projectConfig.globals;
    Object.assign(globalThis, projectConfig.globals);
  }

  async setup() {}

  async teardown() {
    for (const name of Object.keys(this.#globals)) delete globalThis[name];
    delete globalThis[EVENT_HANDLERS];
    for (const name of Object.keys(process.env)) if (!(name in this.#variables)) delete process.env[name];
    Object.assign(process.env, this.#variables);
    Object.defineProperty(process, 'exit', this.#exit);
    globalThis.console = this.#console;
  }

  /** Jest asks only whether there is one. */
  getVmContext() {
    return undefined;
  }
}
