/** Thread between a test, which stands still meanwhile, and the process that runs its commands. */
import { fork } from 'node:child_process';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { CommandCall } from './run-command.ts';

/** A call with the place for its result, and the number that says that it is there. */
export interface BridgedCall {
  readonly call: CommandCall;
  readonly port: MessagePort;
  readonly done: Int32Array;
}

const host = fork(workerData as string, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
let current: BridgedCall | null = null;

function answer(result: unknown): void {
  if (current === null) return;
  const { port, done } = current;
  current = null;
  port.postMessage(result);
  Atomics.store(done, 0, 1);
  Atomics.notify(done, 0);
}

host.on('message', answer);
host.on('error', ({ message }) => answer(message));
host.on('exit', (code, signal) => answer(`The host of commands has ended: ${code ?? signal}`));
parentPort!.on('message', (bridged: BridgedCall) => {
  current = bridged;
  host.send(bridged.call, (error) => error && answer(error.message));
});
