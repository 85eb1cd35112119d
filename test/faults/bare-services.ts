import { randomBytes } from 'node:crypto';
import { Operator } from '@parley/testing';
import {
  newInstallation,
  startProcess,
  type Installation,
  type RunningProcess,
} from '../setup/services-process.mjs';

/** One process of each app, which nobody would start again. */
export class BareServices {
  readonly running = new Map<string, RunningProcess>();

  private constructor(
    private readonly installation: Installation,
    readonly operator: Operator,
  ) {}

  /** Throws when one of them does not start. */
  static async start(apps: readonly string[], settings: Record<string, string> = {}): Promise<BareServices> {
    const installation = await newInstallation({
      ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
      ...settings,
    });
    const operator = await Operator.ofServices(installation.env['RPC_ADDRESSES'] ?? '');
    const services = new BareServices(installation, operator);
    try {
      const started = await Promise.allSettled(apps.map((app) => services.start(app)));
      const failed = started.find((outcome) => outcome.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
      return services;
    } catch (error) {
      await services.remove();
      throw error;
    }
  }

  get env(): Readonly<Record<string, string>> {
    return this.installation.env;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.env['GATEWAY_PORT'] ?? ''}`;
  }

  /** Starts an app, for the first time or again. What fails here is meant to; its log is of no interest. */
  async start(app: string): Promise<void> {
    const addresses = (this.env['RPC_ADDRESSES'] ?? '').split(',');
    const [, port] = addresses.find((address) => address.startsWith(`${app}=`))?.split(':') ?? [];
    const filesUrl = `http://127.0.0.1:${this.env['FILES_PORT'] ?? ''}`;
    const own = { LOG_LEVEL: 'silent', BASE_URL: this.baseUrl, FILES_URL: filesUrl };
    const settings = { ...this.env, ...own, ...(port !== undefined && { RPC_PORT: port }) };
    this.running.set(app, await startProcess(app, settings));
  }

  async remove(): Promise<void> {
    this.operator.close();
    await Promise.all([...this.running.values()].map((process) => process.end('SIGTERM')));
    await this.installation.remove();
  }
}
