// `node --import ./scripts/build/obey-signals.mjs …`: ends a process that gets a signal while its modules are still loading. The
// kernel does not apply the default action of a signal to process 1 of a container; libs/runtime replaces these handlers.
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => process.exit(0));
