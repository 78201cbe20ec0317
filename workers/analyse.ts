/** The entry of an analysis thread: loads the catalogue once, warms up, then answers one task at a time. */
import type { AnalysisResult, ThreadTask } from '../src/engine/analysis.ts';
import { createEngine } from '../src/engine/validate.ts';
import { AppError } from '../src/errors.ts';
import { LIMITS } from '../src/limits.ts';
import { RULES } from '../src/rules/index.ts';
import { WARM_UP_FILES } from './warm-up.ts';

/** Processor time of this thread, so that no rule pays for a machine that is busy with something else. */
function nowMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

const engine = createEngine(RULES, { nowMs, ruleMsMax: LIMITS.ruleRunMsMax });
// The first parse in a fresh thread is ten to twenty times slower than later ones: do it before the first request.
for (let round = 0; round < 5; round += 1) {
  for (const { filename, text } of WARM_UP_FILES) {
    engine.validate({
      bytes: Buffer.from(text),
      filename,
      platform: undefined,
      ruleset: 'default',
      findingsMax: 100,
    });
  }
}

/** Analyses one file. Errors come back as data, as their class does not survive the way between threads. */
export default function analyse(message: ThreadTask | null): AnalysisResult | null {
  if (message === null) return null;
  const { task, started } = message;
  Atomics.store(started, 0, 1);
  Atomics.notify(started, 0);
  try {
    return { ok: true, report: engine.validate(task) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ok: false, code: error.code, message: error.message, details: error.details };
  }
}
