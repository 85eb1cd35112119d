export interface ServicesProcess {
  env: Readonly<Record<string, string>>;
  /** Of the supervisor, whose children the services are. */
  pid: number;
  baseUrl: string;
  stop(): Promise<void>;
  remove(): Promise<void>;
}

export function startServices(settings?: Readonly<Record<string, string>>): Promise<ServicesProcess>;
