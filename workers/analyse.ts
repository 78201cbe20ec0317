/** Entry of an analysis thread: loads the catalogue once, warms up, then processes one task at a time. */

import { workerData } from 'node:worker_threads';
import { judgeProject, type ProjectReport } from '../src/analysis/engine/project/project-report.ts';
import { createEngine } from '../src/analysis/engine/validate.ts';
import type { AnalysisResult, AnalysisTask, ProjectTask } from '../src/analysis/engine/worker-messages.ts';
import type { FileFacts } from '../src/analysis/model/project.ts';
import { RULES } from '../src/analysis/rules/index.ts';
import { AppError } from '../src/errors.ts';
import type { PackCheck, PackTask } from '../src/policy/check-pack.ts';
import type { ThreadAnswer, ThreadSetup, ThreadTask } from '../src/pool/thread-messages.ts';
import { warmUpFiles } from './warm-up.ts';

const WARM_UP_ROUNDS = 2;

const engine = createEngine(RULES);
// The first validation in a new thread is ten to fifty times slower than later ones, so it happens before the first
// request.
const { warmsUp } = workerData as ThreadSetup;
for (let round = 0; round < (warmsUp ? WARM_UP_ROUNDS : 0); round += 1) {
  for (const { filename, bytes } of warmUpFiles()) {
    answer({ bytes, filename, platform: undefined, ruleset: 'default', findingsMax: 100 });
  }
}

/** Handles one message of the pool. */
export default function analyse(
  message: ThreadTask | undefined,
): ThreadAnswer | Promise<ThreadAnswer> | undefined {
  if (message === undefined) return undefined;
  const { task, started } = message;
  Atomics.store(started, 0, 1);
  Atomics.notify(started, 0);
  if ('factsTexts' in task) return judge(task);
  return 'bundle' in task ? check(task) : answer(task);
}

/** Checks a pack. Few threads ever do, so that the others do not load what that takes. */
async function check(task: PackTask): Promise<PackCheck> {
  const { checkPack } = await import('../src/policy/check-pack.ts');
  return checkPack(task, { rules: RULES, validate: engine.validate });
}

/** Evaluates a project. */
function judge({ factsTexts, ...input }: ProjectTask): ProjectReport {
  const facts = factsTexts.map((text) => JSON.parse(text) as FileFacts);
  return judgeProject(RULES, { ...input, facts });
}

/** Analyses one file. Errors are returned as data, as their class does not survive the transfer between threads. */
function answer(task: AnalysisTask): AnalysisResult {
  try {
    return { ok: true, report: engine.validate(task) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, message, details } = error;
    return { ok: false, code, message, details, ...(task.factsPath ? { facts: rejectedFacts(task) } : {}) };
  }
}

/**
 * Returns the facts of a file that is rejected as a workflow but may still be part of its project; a damaged file has
 * none.
 */
function rejectedFacts(task: AnalysisTask): FileFacts {
  try {
    return engine.factsOfRejected(task);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { workflows: [] };
  }
}
