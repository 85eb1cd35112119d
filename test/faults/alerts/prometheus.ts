import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@parley/testing';
import { freePorts } from '../../setup/services-process.mjs';

/** Debian: apt-get install prometheus. */
const PROGRAM = process.env['PROMETHEUS'] ?? 'prometheus';

interface Alert {
  labels: Readonly<Record<string, string>>;
  state: 'pending' | 'firing';
}

/** A Prometheus of our own, which scrapes processes and evaluates rules once a second. */
export class Prometheus {
  private constructor(
    private readonly url: string,
    private readonly child: ChildProcess,
    private readonly folder: string,
  ) {}

  /** @param targets the address of each process, by its name. Resolves when all have been scraped, and the rules know it. */
  static async start(rules: string, targets: ReadonlyMap<string, string>): Promise<Prometheus> {
    const [port = 0] = await freePorts(1);
    const folder = await mkdtemp(join(tmpdir(), 'parley-prometheus-'));
    await writeFile(join(folder, 'rules.json'), rules);
    await writeFile(join(folder, 'prometheus.json'), JSON.stringify(configuration(targets)));
    const child = spawn(
      PROGRAM,
      [
        `--config.file=${join(folder, 'prometheus.json')}`,
        `--storage.tsdb.path=${join(folder, 'data')}`,
        `--web.listen-address=127.0.0.1:${port}`,
        '--log.level=error',
      ],
      { stdio: ['ignore', 'inherit', 'inherit'] },
    );
    const prometheus = new Prometheus(`http://127.0.0.1:${port}`, child, folder);
    await eventually(async () => (await prometheus.#value('sum(up)')) === targets.size);
    await eventually(
      async () => (await prometheus.#value('ALERTS{alertname="ParleyAbsent"} or vector(0)')) === 0,
    );
    return prometheus;
  }

  /** The names of the alerts that are pending or firing. */
  async active(): Promise<{ firing: Set<string>; pending: Set<string> }> {
    const { alerts } = await this.#get<{ alerts: Alert[] }>('alerts');
    const of = (state: Alert['state']) =>
      new Set(alerts.flatMap((alert) => (alert.state === state ? [alert.labels['alertname'] ?? ''] : [])));
    return { firing: of('firing'), pending: of('pending') };
  }

  async close(): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Of the first series of an expression. */
  async #value(expression: string): Promise<number> {
    const { result } = await this.#get<{ result: { value: [number, string] }[] }>(
      `query?query=${encodeURIComponent(expression)}`,
    );
    return Number(result[0]?.value[1]);
  }

  async #get<T>(path: string): Promise<T> {
    const response = await fetch(`${this.url}/api/v1/${path}`);
    return ((await response.json()) as { data: T }).data;
  }
}

function configuration(targets: ReadonlyMap<string, string>) {
  return {
    global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' },
    rule_files: ['rules.json'],
    scrape_configs: [
      {
        job_name: 'parley',
        static_configs: [...targets].map(([process, url]) => ({
          targets: [new URL(url).host],
          labels: { process },
        })),
      },
    ],
  };
}
