import { checkConfigs, ConfigError, createLogger, KernelConfig, type Env, type Logger } from '@parley/kernel';

/** Below the 45 s of grace that Kubernetes and Compose give; a drain that takes longer is a bug. */
const SHUTDOWN_TIMEOUT_MS = 40_000;

export interface Running {
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
 * Checks the configuration, starts the process and drains it on SIGTERM or SIGINT. If it cannot start, it writes one line
 * per error to standard error and exits with code 1.
 */
export async function runProcess(spec: ProcessSpec): Promise<void> {
  const env = process.env;
  try {
    checkConfigs([KernelConfig, ...spec.configs], env);
    const logger = createLogger(spec.name, new KernelConfig(env).LOG_LEVEL);
    const running = await spec.start(env, logger);
    stopOnSignals(running, logger);
    logger.info({ event: 'process.started' }, 'Process started');
  } catch (error) {
    process.stderr.write(`${describeError(error)}\n`);
    process.exit(1);
  }
}

function stopOnSignals(running: Running, logger: Logger): void {
  let stopping = false;
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) return;
    stopping = true;
    logger.info({ event: 'process.draining', signal }, 'Process is draining');
    setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT_MS).unref();
    running.close().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ event: 'process.shutdown.failed', err: error }, 'Cannot shut down cleanly');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

function describeError(error: unknown): string {
  if (error instanceof ConfigError) return error.faults.join('\n');
  return error instanceof Error ? `cannot start: ${error.message}` : String(error);
}
