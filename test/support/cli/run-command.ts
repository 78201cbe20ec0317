/** The offline command for tests of what it does, not of its process: it runs in one that stays, which saves its start. */
import { spawnSync } from 'node:child_process';
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { builtCommand, builtHost } from './built-command.ts';
import type { BridgedCall } from './command-bridge.ts';

/** What a command gets. */
export interface CommandCall {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** How it ended, and what it wrote. */
export interface CommandResult {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const BRIDGE = new URL('command-bridge.ts', import.meta.url);

/** It ends a wait in vain, and says nothing about speed. */
const TIME_MS_MAX = 120_000;

let bridge: Worker | undefined;

/** Runs a command and waits for its end. */
export function runCommand(
  argv: readonly string[],
  { cwd = process.cwd(), env = process.env }: Partial<Omit<CommandCall, 'argv'>> = {},
): CommandResult {
  const host = builtHost();
  if (host === null)
    return spawnSync(process.execPath, [builtCommand(), ...argv], { cwd, env, encoding: 'utf8' });
  if (bridge === undefined) {
    bridge = new Worker(BRIDGE, { workerData: host, execArgv: [] });
    bridge.unref();
  }
  const { port1, port2 } = new MessageChannel();
  const done = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const call: BridgedCall = { call: { argv, cwd, env: { ...env } }, port: port2, done };
  bridge.postMessage(call, [port2]);
  const waited = Atomics.wait(done, 0, 0, TIME_MS_MAX);
  if (waited === 'timed-out') throw new Error(`The command has not ended: flowarden ${argv.join(' ')}`);
  const result = receiveMessageOnPort(port1)!.message as CommandResult | string;
  port1.close();
  if (typeof result === 'string') throw new Error(result);
  return result;
}
