/** A thread that breaks in the way that the name of its file asks for; it stands in for an engine with a fault. */
import type { AnalysisResult, AnalysisTask, ThreadTask } from '../../src/engine/analysis.ts';

const BREAKS: Readonly<Record<string, () => unknown>> = {
  exit: () => process.exit(3),
  stack: () => {
    const deeper = (depth: number): number => deeper(depth + 1) + 1;
    return deeper(0);
  },
  heap: () => {
    const kept: unknown[] = [];
    for (;;) kept.push(Array.from({ length: 1_000 }, (_, i) => ({ i })));
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

export default async function analyse(message: ThreadTask | null): Promise<AnalysisResult | null> {
  if (message === null) return null;
  const { started } = message;
  const task = message.task as AnalysisTask;
  Atomics.store(started, 0, 1);
  Atomics.notify(started, 0);
  await BREAKS[task.filename]?.();
  const report = { bytes: task.bytes.byteLength, first: task.bytes[0] };
  return { ok: true, report: report as never };
}
