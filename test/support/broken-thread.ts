/** Thread that breaks in the way that the name of its file selects, in place of an engine with a fault. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { AnalysisResult, AnalysisTask } from '../../src/analysis/engine/worker-messages.ts';
import type { ThreadTask } from '../../src/pool/thread-messages.ts';

const BREAKS: Readonly<Record<string, () => unknown>> = {
  exit: () => process.exit(3),
  stack: () => {
    const deeper = (depth: number): number => deeper(depth + 1) + 1;
    return deeper(0);
  },
  heap: () => {
    const held: unknown[] = [];
    for (;;) held.push(Array.from({ length: 1_000 }, (_, i) => ({ i })));
  },
  throw: () => {
    throw new TypeError('Cannot read properties of undefined');
  },
  'throw later': () => {
    setTimeout(() => {
      throw new Error('after the answer');
    }, 0);
    return new Promise(() => {});
  },
  spin: () => {
    for (;;);
  },
};

/** What a thread can try that has nothing to do with its file. */
const ESCAPES: Readonly<Record<string, () => unknown>> = {
  'read the accounts': () => readFileSync('/etc/passwd'),
  'read the environment': () => readFileSync('/proc/self/environ'),
  'read what lies where we were started': () => readFileSync('package-lock.json'),
  'write a file': () => writeFileSync('/tmp/flowarden-escape', ''),
  'start a process': () => execFileSync('true'),
  'start a thread that may more': () => new Worker('0', { eval: true, execArgv: [] }),
  'load native code': () => process.dlopen({ exports: {} }, '/lib/libc.so.6'),
};

/** Error code of each escape, and the names in the environment. */
function tryToEscape(): Readonly<Record<string, unknown>> {
  const results = Object.entries(ESCAPES).map(([what, attempt]) => {
    try {
      attempt();
      return [what, 'done'];
    } catch (error) {
      return [what, (error as NodeJS.ErrnoException).code];
    }
  });
  return { ...Object.fromEntries(results), environment: Object.keys(process.env) };
}

export default async function analyse(message: ThreadTask | undefined): Promise<AnalysisResult | undefined> {
  if (message === undefined) return undefined;
  const { started } = message;
  const task = message.task as AnalysisTask;
  Atomics.store(started, 0, 1);
  Atomics.notify(started, 0);
  await BREAKS[task.filename]?.();
  if (task.filename === 'escape') return { ok: true, report: tryToEscape() as never };
  const report = { bytes: task.bytes.byteLength, first: task.bytes[0] };
  return { ok: true, report: report as never };
}
