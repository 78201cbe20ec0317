/**
 * Files that are built to exhaust the engine, run as the product runs them: in a thread with its heap limit. Each is
 * answered with its error or with a report, in a time and a memory that grow with the file and no faster.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { AnalysisTask } from '../../src/analysis/engine/worker-messages.ts';
import { PLATFORM_NAMES } from '../../src/analysis/model/platform.ts';
import { CONTRACT_LIMITS } from '../../src/contract/limits.ts';
import { AppError } from '../../src/errors.ts';
import { POOL_LIMITS } from '../../src/pool/limits.ts';
import { type AnalysisPool, createPool } from '../../src/pool/pool.ts';
import { BOMBS, type Bomb } from '../support/files/bombs.ts';

/** Processor time for each MB of a bomb, and for any. Quadratic code needs minutes where this allows seconds. */
const CPU_MS_PER_MB = 1_500;
const CPU_MS_MIN = 6_000;
/** Largest report on its way to the caller. */
const REPORT_CHARACTERS_MAX = 20_000_000;

let pool: AnalysisPool;
before(async () => {
  pool = await createPool({
    threads: 1,
    queueMax: 1,
    heapMiBMax: POOL_LIMITS.threadHeapMiBMax,
    onThreadError: () => {},
  });
});
after(() => pool.close());

async function answerTo(bomb: Bomb, bytes: Buffer): Promise<string> {
  const { platform } = bomb;
  const findingsMax = CONTRACT_LIMITS.findingsStoredMax;
  const task: AnalysisTask = { bytes, filename: 'bomb', platform, ruleset: 'strict', findingsMax };
  try {
    // The processor time below is the bound; other work on the machine may take the rest.
    const report = await pool.analyse(task, { timeoutMs: 10 * CONTRACT_LIMITS.engineRunMsMax });
    assert.ok(report.findings.length <= findingsMax);
    assert.ok(report.score >= 1 && report.score <= 100);
    assert.ok(JSON.stringify(report).length < REPORT_CHARACTERS_MAX);
    for (const { message } of report.ruleErrors) assert.match(message, /the limit is/);
    return 'report';
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    assert.ok(error.message.length < 1000);
    return error.code;
  }
}

for (const platform of PLATFORM_NAMES) {
  describe(`a file of ${platform}`, () => {
    for (const bomb of BOMBS.filter((candidate) => candidate.platform === platform)) {
      it(`is answered with ${bomb.title}`, async () => {
        const bytes = Buffer.from(bomb.make());
        const megabytes = bytes.length / 1e6;
        const begun = process.cpuUsage();
        assert.equal(await answerTo(bomb, bytes), bomb.answer);
        const { user, system } = process.cpuUsage(begun);
        const cpuMs = (user + system) / 1000;
        assert.ok(cpuMs < Math.max(CPU_MS_MIN, CPU_MS_PER_MB * megabytes), `${cpuMs} ms for ${megabytes} MB`);
      });
    }
  });
}
