type Settings = Readonly<Record<string, string>>;

export interface Servers {
  DATABASE_URL: string;
  REDIS_URL: string;
  AMQP_URL: string;
}
export const SERVERS: Servers;
export const WITHOUT_SERVERS: Readonly<Record<keyof Servers, undefined>>;

export interface Installation {
  env: Settings;
  remove(): Promise<void>;
}

export interface RunningServices {
  env: Settings;
  /** Of the supervisor, whose children the services are. */
  pid: number;
  baseUrl: string;
  stop(): Promise<void>;
}
export type ServicesProcess = RunningServices & Installation;

export interface RunningProcess {
  pid: number;
  /** Sends the signal and waits for the end. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

export function newInstallation(
  settings?: Settings,
  own?: Servers,
  options?: { isEmpty?: boolean },
): Promise<Installation>;
export function withOwnLogins(installation: Installation): Promise<Installation>;
export function startServices(
  settings?: Settings,
  /** Whether the services log in as their own roles, and through PgBouncer if it is installed. */
  options?: { hasLogins?: boolean },
): Promise<ServicesProcess>;
export function removeKeys(servers: Pick<Servers, 'REDIS_URL'>, prefix: string): Promise<void>;
export function runServices(settings: Settings): Promise<RunningServices>;
export function migrateInstallation(settings: Settings, folder?: string): Promise<string>;
export function startProcess(app: string, settings: Settings, folder?: string): Promise<RunningProcess>;
export function end(
  child: import('node:child_process').ChildProcess,
  signal: 'SIGTERM' | 'SIGKILL',
): Promise<void>;
export function freePorts(count: number): Promise<number[]>;
