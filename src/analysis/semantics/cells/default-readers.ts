/** Symbols whose default reads other data. */
import { derived } from '../../model/interning/derived.ts';
import type { Variable, Workflow } from '../../model/workflow.ts';
import { defaultStep } from './cells.ts';

const NONE: readonly Variable[] = [];

/** Groups the symbols by the step that sets their default, and by each key that it mentions. */
const readersByStep = derived((workflow) => {
  const byStep = new Map<number, Map<string, Variable[]>>();
  for (const symbol of [...workflow.variables, ...workflow.arguments]) {
    const mentions = symbol.default?.expression?.mentions ?? [];
    if (mentions.length === 0) continue;
    const step = defaultStep(symbol, workflow);
    const byKey = byStep.get(step) ?? new Map<string, Variable[]>();
    byStep.set(step, byKey);
    for (const key of new Set(mentions)) {
      const readers = byKey.get(key);
      if (readers === undefined) byKey.set(key, [symbol]);
      else readers.push(symbol);
    }
  }
  return byStep;
});

/** Returns the symbols whose default is set at a step and mentions a key. */
export const defaultReaders = (workflow: Workflow, step: number, key: string): readonly Variable[] =>
  readersByStep(workflow).get(step)?.get(key) ?? NONE;
