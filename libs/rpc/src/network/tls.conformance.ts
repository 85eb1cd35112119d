import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@parley/testing';
import { failureOf } from '../rpc.conformance.ts';
import { certified, hasOpenssl } from './certificates.fixture.ts';

type Settings = Record<string, string>;

/** A process of a service that a test has started. */
export interface Serving {
  readonly port: number;
  /** How many requests it has received. */
  received: () => number;
  stop: () => Promise<void>;
}

export interface TransportWithTls {
  serve: (settings: Settings) => Promise<Serving>;
  /** Sends a request to `host:port` from a new process. */
  send: (settings: Settings, address: string) => Promise<unknown>;
}

/** Links whose files `use` replaces at once, as Kubernetes does. */
export class MountedCertificates {
  readonly settings: Settings;
  readonly #link: string;
  #version = 0;

  constructor(private readonly folder: string) {
    this.#link = join(folder, 'current');
    this.settings = Object.fromEntries(FILES.map((name) => [name, join(this.#link, name)]));
  }

  use(settings: Settings): void {
    const version = join(this.folder, `version-${(this.#version += 1)}`);
    mkdirSync(version);
    for (const name of FILES) copyFileSync(settings[name] ?? '', join(version, name));
    symlinkSync(version, `${this.#link}.new`);
    renameSync(`${this.#link}.new`, this.#link);
  }
}

const FILES = ['RPC_TLS_CERT', 'RPC_TLS_KEY', 'RPC_TLS_CA'];

/** Settings with certificates of three authorities. */
export interface TestCertificates {
  folder: string;
  ours: Settings;
  foreign: Settings;
}

/** The behavior that every connection between processes must have with certificates. Each transport runs this suite. */
export function tlsConformance(
  name: string,
  { serve, send }: TransportWithTls,
  more: (certificates: () => TestCertificates) => void,
): void {
  (hasOpenssl ? describe : describe.skip)(`${name} with TLS`, () => {
    let folder = '';
    let ours: Settings = {};
    let foreign: Settings = {};
    let elsewhere: Settings = {};
    let service: Serving = { port: 0, received: () => 0, stop: () => Promise.resolve() };
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'parley-tls-'));
      ours = certified(folder, 'ours', 'authority', 'IP:127.0.0.1,DNS:localhost');
      foreign = certified(folder, 'foreign', 'other-authority', 'IP:127.0.0.1');
      elsewhere = certified(folder, 'elsewhere', 'third-authority', 'DNS:service.example');
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));
    afterEach(() => service.stop());

    const start = async (settings: Settings) => (service = await serve(settings));
    const sendWith = (settings: Settings, host = '127.0.0.1') => send(settings, `${host}:${service.port}`);
    const refused = async (settings: Settings) =>
      expect((await failureOf(sendWith(settings))).code).toBe('service_unavailable');

    it('arrive at an address and at a name that the certificate is for', async () => {
      await start(ours);
      await sendWith(ours);
      await sendWith(ours, 'localhost');
      expect(service.received()).toBe(2);
    });

    it('are refused from a sender with a foreign certificate, with none, or without TLS', async () => {
      await start(ours);
      // This sender trusts the service, so only the service can refuse it.
      const trusting = { ...foreign, RPC_TLS_CA: ours['RPC_TLS_CA'] ?? '' };
      for (const settings of [foreign, trusting, {}]) await refused(settings);
      const anonymous = connectTls({ port: service.port, rejectUnauthorized: false });
      anonymous.on('error', () => undefined).resume();
      await new Promise<void>((resolve) => anonymous.once('close', () => resolve()));
      expect(service.received()).toBe(0);
      await sendWith(ours);
    });

    it('are not sent to a service with a certificate for another name, or without TLS', async () => {
      await start(elsewhere);
      await refused(elsewhere);
      expect(service.received()).toBe(0);
      await service.stop();
      await start({});
      await refused(ours);
      expect(service.received()).toBe(0);
    });

    it('use certificates that were replaced, the files and the link above them, without a restart', async () => {
      const mounted = new MountedCertificates(mkdtempSync(join(folder, 'mounted-')));
      mounted.use(ours);
      await start(mounted.settings);
      await sendWith(ours);
      mounted.use(foreign);
      await eventually(() => sendWith(foreign));
      await refused(ours);
    });

    it('are not held up by a connection that never completes its handshake, nor is the end of the service', async () => {
      await start(ours);
      const incomplete = connect(service.port, '127.0.0.1');
      incomplete.on('error', () => undefined);
      await once(incomplete, 'connect');
      await sendWith(ours);
      await service.stop();
      incomplete.destroy();
    });

    more(() => ({ folder, ours, foreign }));
  });
}
