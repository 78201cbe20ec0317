/** The engine of the benchmarks: every rule, in any preset. */
import { createEngine, type Engine } from '../src/analysis/engine/validate.ts';
import type { Rule } from '../src/analysis/model/rule.ts';
import type { ReadLimits } from '../src/analysis/platforms/limits.ts';
import { RULES } from '../src/analysis/rules/index.ts';
import type { CorpusFile } from './inputs/corpus.ts';

/** The whole catalogue as one ruleset, opt-in rules too. */
export const EVERY_RULE: readonly Rule[] = RULES.map((rule) => ({ ...rule, preset: 'recommended' }));

/** Creates an engine with every rule. */
export function fullEngine(limits?: ReadLimits): Engine {
  return createEngine(EVERY_RULE, limits);
}

/** Validates a file as the service does; returns the number of findings. */
export function validateFile(engine: Engine, { name, bytes }: CorpusFile): number {
  const task = {
    bytes,
    filename: name,
    platform: undefined,
    ruleset: 'default',
    findingsMax: 10_000,
  } as const;
  return engine.validate(task).summary.total;
}
