/** A whole service on a folder of its own, as `flowarden serve` starts it. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FirstRun } from '../../../src/service/access/first-run.ts';
import { copyFolder, template } from '../database/template.ts';
import { startScript, type TestProcess, until } from '../processes.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const LAUNCHER = join(import.meta.dirname, '../../../bin/flowarden.mjs');

export interface TestService {
  readonly serve: TestProcess;
  readonly dataDir: string;
  /** What it has made at its first start. */
  readonly run: FirstRun;
}

/**
 * Starts one with these settings, and resolves when it is ready. It ends with the file that starts it, or with the test;
 * a suite of which no test is wanted would leave it running, so it is not started in one.
 */
export async function startService(
  settings: Record<string, string> = {},
  launcher: string = LAUNCHER,
): Promise<TestService> {
  const dataDir = settings.FLOWARDEN_DATA_DIR ?? join(temporaryFolder(), 'data');
  // The package makes and migrates its database by itself, as for a newcomer; for others it is ready, but for the first run.
  if (settings.FLOWARDEN_DATA_DIR === undefined && launcher === LAUNCHER)
    copyFolder(await template(), dataDir);
  const serve = startScript(launcher, ['serve'], {
    FLOWARDEN_DATA_DIR: dataDir,
    FLOWARDEN_HTTP_PORT: '0',
    FLOWARDEN_GRPC_PORT: '0',
    // Each thread that starts costs half a second of a processor.
    FLOWARDEN_WORKER_THREADS: '1',
    ...settings,
  });
  const isReady = () => serve.output().includes(' is ready ');
  const hasEnded = () => serve.child.exitCode !== null || serve.child.signalCode !== null;
  await until('the service is ready', () => isReady() || hasEnded()).catch(() => {});
  assert.ok(isReady(), `the service does not start:\n${serve.output()}`);
  const run = JSON.parse(readFileSync(join(dataDir, 'first-run.json'), 'utf8')) as FirstRun;
  return { serve, dataDir, run };
}
