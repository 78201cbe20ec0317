/** Processes that tests start: their output, their end, and waiting for something to become true. */
import { type ChildProcess, spawn } from 'node:child_process';
import { after } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { COMPILE_CACHE } from './compile-cache.ts';

export interface TestProcess {
  readonly child: ChildProcess;
  /** What it has written so far, both streams. */
  output(): string;
  /** Exit code or signal. */
  readonly ended: Promise<number | NodeJS.Signals | null>;
}

/** Starts Node from a shell that passes no signal on, as npm does. */
export const THROUGH_SHELL = ['/bin/sh', '-c', '"$0" "$@"; :', process.execPath] as const;

/** Starts a script of the repository on this Node. It is killed at the end of the test file at the latest. */
export function startScript(
  script: string,
  argv: readonly string[],
  environment: Record<string, string>,
  [command, ...before]: readonly [string, ...string[]] = [process.execPath],
): TestProcess {
  const child = spawn(command, [...before, script, ...argv], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: COMPILE_CACHE, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.on('exit', (code, signal) => resolve(code ?? signal));
  });
  after(() => void child.kill('SIGKILL'));
  return { child, output: () => text, ended };
}

/**
 * Waits until `probe` gives something true, and gives that. The time ends a wait in vain; it says nothing about speed, as
 * the machine may be busy with other tests.
 */
export async function until<Value>(what: string, probe: () => Value | Promise<Value>, timeMsMax = 120_000) {
  const deadline = performance.now() + timeMsMax;
  for (;;) {
    const value = await probe();
    if (value) return value;
    if (performance.now() > deadline) throw new Error(`Waited ${timeMsMax} ms in vain: ${what}`);
    await sleep(20);
  }
}
