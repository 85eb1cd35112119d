import { checkConfigs, ConfigError, exitCodeOf, type Env } from '../config.ts';
import { createLogger, type Logger } from '../logging/logger.ts';
import { logOutput } from '../logging/log-format.ts';
import { health } from './health.ts';
import { KernelConfig } from './boot.ts';
import { shutdown, SHUTDOWN_MS } from './shutdown.ts';
import { startTracing, tracing } from '../tracing/tracing.ts';
import { TracingConfig } from '../tracing/tracing.config.ts';
import { OperationsConfig, OperationsServer } from './operations-server.ts';

/** How long a start may go on after a signal: longer than it takes unless it waits for a server. */
const START_AFTER_SIGNAL_MS = 1_000;

interface Running {
  /** Drains: accepts no new work and finishes running work. */
  close(): Promise<void>;
}

export interface ProcessSpec {
  name: string;
  /** Every config class that the process reads, so that all errors are reported before anything starts. */
  configs: readonly (new (env: Env) => object)[];
  start(env: Env, logger: Logger): Promise<Running>;
}

/**
 * Checks the configuration, starts the process with its operations port, and drains it on SIGTERM or SIGINT. A start that
 * fails writes one line per error to standard error and exits with code 1; 78 if the configuration is invalid.
 */
export async function runProcess(spec: ProcessSpec): Promise<void> {
  const env = process.env;
  try {
    checkConfigs([KernelConfig, OperationsConfig, TracingConfig, ...spec.configs], env);
    const { LOG_LEVEL, LOG_FORMAT } = new KernelConfig(env);
    const logger = createLogger(spec.name, LOG_LEVEL, logOutput(LOG_FORMAT));
    surviveRejections(logger);
    const starting = startWithOperations(spec, env, logger);
    // Signals count before the start has completed: process 1 of a container ignores what it does not handle.
    stopOnSignals(starting, logger);
    await starting;
    logger.info({ event: 'process.started' }, 'Process started');
  } catch (error) {
    process.stderr.write(`${describeError(error)}\n`);
    process.exit(exitCodeOf(error));
  }
}

/** A promise that a library has forgotten ends no process: by default Node.js exits at a rejection without a handler. */
function surviveRejections(logger: Logger): void {
  process.on('unhandledRejection', (reason) =>
    logger.error(
      { event: 'process.rejection.unhandled', err: reason },
      'A promise was rejected without a handler',
    ),
  );
}

/** The operations port opens first and closes last. */
async function startWithOperations(spec: ProcessSpec, env: Env, logger: Logger): Promise<Running> {
  const operations = new OperationsServer(spec.name);
  const port = await operations.start(new OperationsConfig(env));
  logger.info({ event: 'process.operations.listening', port }, 'Serving health probes and metrics');
  await startTracing(`parley-${spec.name}`, env);
  const running = await spec.start(env, logger);
  health.setStarted();
  return {
    close: async () => {
      await running.close();
      await tracing.stop();
      await operations.close();
    },
  };
}

function stopOnSignals(starting: Promise<Running>, logger: Logger): void {
  let stopping = false;
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) return;
    stopping = true;
    logger.info({ event: 'process.draining', signal }, 'Process is draining');
    shutdown.begin();
    setTimeout(() => process.exit(1), SHUTDOWN_MS).unref();
    // Nothing has been accepted yet.
    const abandoned = setTimeout(() => process.exit(0), START_AFTER_SIGNAL_MS);
    const end = async () => {
      const running = await starting.finally(() => clearTimeout(abandoned));
      await running.close();
    };
    end().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ event: 'process.shutdown.failed', err: error }, 'Cannot shut down cleanly');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    // Replaces scripts/build/obey-signals.mjs.
    process.removeAllListeners(signal);
    process.on(signal, stop);
  }
}

function describeError(error: unknown): string {
  if (error instanceof ConfigError) return error.errors.join('\n');
  return error instanceof Error ? `cannot start: ${error.message}` : String(error);
}
