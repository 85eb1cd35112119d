import { checkConfigs, ConfigError, createLogger, KernelConfig, type Env, type Logger } from '@parley/kernel';

/** Below the 45 s that Kubernetes and compose give: what is left then is a bug, and must not hold a machine. */
const STOP_WITHIN_MS = 40_000;

export interface Running {
  /** Drains: nothing new is taken, what runs is finished. */
  close(): Promise<void>;
}

export interface ProcessSpec {
  name: string;
  /** Every config class that the process will read: all their faults are told before anything starts. */
  configs: readonly (new (env: Env) => object)[];
  start(env: Env, logger: Logger): Promise<Running>;
}

/**
 * Runs a process to its end: checks the configuration, starts, drains on SIGTERM or SIGINT. Faults are one line each on
 * standard error and exit code 1; whoever supervises the process starts it again.
 */
export async function runProcess(spec: ProcessSpec): Promise<void> {
  const env = process.env;
  try {
    checkConfigs([KernelConfig, ...spec.configs], env);
    const logger = createLogger(spec.name, new KernelConfig(env).LOG_LEVEL);
    const running = await spec.start(env, logger);
    stopOnSignals(running, logger);
    logger.info('started');
  } catch (error) {
    process.stderr.write(`${faultOf(error)}\n`);
    process.exit(1);
  }
}

function stopOnSignals(running: Running, logger: Logger): void {
  let stopping = false;
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) return;
    stopping = true;
    logger.info({ signal }, 'draining');
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    running.close().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'did not stop in order');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

function faultOf(error: unknown): string {
  if (error instanceof ConfigError) return error.faults.join('\n');
  return error instanceof Error ? `cannot start: ${error.message}` : String(error);
}
