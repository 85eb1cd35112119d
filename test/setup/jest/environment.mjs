// The environment of a test file is the process itself, and what a file changes of it is put back at its end.

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
  #before = new Set(Reflect.ownKeys(globalThis));
  #added = [];

  constructor({ projectConfig }) {
    Object.assign(globalThis, projectConfig.globals);
  }

  async setup() {}

  /** Called with each event of a test file. Before the first one, the runner has set its state on the global object. */
  handleTestEvent({ name }) {
    if (name === 'setup') this.#added = Reflect.ownKeys(globalThis).filter((key) => !this.#before.has(key));
  }

  async teardown() {
    // The state of the matchers cannot be deleted, and is shared by test files.
    for (const key of this.#added) Reflect.deleteProperty(globalThis, key);
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
