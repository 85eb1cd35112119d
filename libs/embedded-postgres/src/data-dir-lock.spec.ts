import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DataDirLock } from './data-dir-lock.ts';
import { commandLine, isRunning, isTaken, startTime, until } from './processes.ts';
import { StartupError } from './startup-error.ts';

let top: string;
let dataDir: string;
let lockFile: string;
let children: ChildProcess[];

beforeEach(async () => {
  top = await mkdtemp(join(tmpdir(), 'parley-lock-'));
  dataDir = join(top, 'data');
  lockFile = join(dataDir, 'parley.lock');
  children = [];
});

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await rm(top, { recursive: true, force: true });
});

/** Starts a separate process and returns its first output. */
async function run(script: string): Promise<{ child: ChildProcess; printed: string }> {
  const child = spawn('/bin/sh', ['-c', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  for await (const chunk of child.stdout) return { child, printed: String(chunk).trim() };
  throw new Error('it printed nothing');
}

async function holdAs(pid: number, started: string | undefined): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  await writeFile(lockFile, `${pid} ${started}\n`);
}

describe('DataDirLock', () => {
  it('creates a private folder and is free again after a release', async () => {
    const lock = await DataDirLock.acquire(dataDir);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
    expect((await stat(lockFile)).mode & 0o777).toBe(0o600);
    lock.release();
    lock.release();
    (await DataDirLock.acquire(dataDir)).release();
    await expect(stat(lockFile)).rejects.toThrow('ENOENT');
  });

  it('rejects a folder that is in use by a running process, including this one', async () => {
    const lock = await DataDirLock.acquire(dataDir);
    await expect(DataDirLock.acquire(dataDir)).rejects.toThrow(
      new StartupError(`The data folder ${dataDir} is already in use by process ${process.pid}.`),
    );
    lock.release();

    const { child } = await run('echo up; exec sleep 60');
    const pid = child.pid ?? 0;
    await holdAs(pid, startTime(pid));
    await expect(DataDirLock.acquire(dataDir)).rejects.toThrow(`already in use by process ${pid}`);
  });

  it('takes over from a process that died', async () => {
    const { child } = await run('echo up; exec sleep 60');
    const pid = child.pid ?? 0;
    await holdAs(pid, startTime(pid));
    child.kill('SIGKILL');
    await until(() => !isTaken(pid), 5_000);
    (await DataDirLock.acquire(dataDir)).release();
  });

  it('takes over from a zombie process', async () => {
    // The shell that started the process becomes `sleep`, which never waits for children.
    const { child, printed } = await run('sleep 60 & echo $!; exec sleep 60');
    const pid = Number(printed);
    // A shell would wait for the child that was killed.
    await until(() => commandLine(child.pid ?? 0)?.startsWith('sleep') === true, 60_000);
    await holdAs(pid, startTime(pid));
    process.kill(pid, 'SIGKILL');
    await until(() => !isRunning(pid), 5_000);
    expect(isTaken(pid)).toBe(true);
    (await DataDirLock.acquire(dataDir)).release();
  });

  it('takes over if the process id has been reused', async () => {
    await holdAs(process.pid, '1');
    (await DataDirLock.acquire(dataDir)).release();
  });

  it('takes over a lock file that was never completed', async () => {
    await mkdir(dataDir);
    await writeFile(lockFile, '');
    (await DataDirLock.acquire(dataDir)).release();
  });

  it('lets only one of several processes take over', async () => {
    await holdAs(process.pid, '1');
    const attempts = await Promise.allSettled(Array.from({ length: 20 }, () => DataDirLock.acquire(dataDir)));
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await readFile(lockFile, 'utf8')).toBe(`${process.pid} ${startTime(process.pid)}\n`);
  });

  it('does not release a lock that another process has taken over', async () => {
    const lock = await DataDirLock.acquire(dataDir);
    await holdAs(1, startTime(1));
    lock.release();
    expect(await readFile(lockFile, 'utf8')).toBe(`1 ${startTime(1)}\n`);
  });

  it('rejects a path that is not a folder', async () => {
    await writeFile(dataDir, '');
    await expect(DataDirLock.acquire(dataDir)).rejects.toThrow('is not a folder');
  });
});
