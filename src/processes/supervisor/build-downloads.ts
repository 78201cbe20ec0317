/** Build of the tools at `/downloads/` behind the start of a checkout, when its sources have changed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Logger } from '../../infra/logging/log.ts';
import { installRoot } from '../../infra/process/install-root.ts';
import { RUNS_FROM_SOURCES } from '../../infra/process/web-folder.ts';

/**
 * Builds the tools with the lowest priority. A failed build is logged and does not stop the service: `/downloads/`
 * shows what is missing.
 * @param stopping ends the build
 */
export async function buildDownloads(log: Logger, stopping: AbortSignal): Promise<void> {
  const script = join(installRoot(), 'scripts', 'release', 'build-downloads.ts');
  if (!RUNS_FROM_SOURCES || !existsSync(script) || stopping.aborted) return;
  try {
    const argv = [script, '--if-changed'];
    const child = spawn(process.execPath, argv, { stdio: ['ignore', 'ignore', 'pipe'], signal: stopping });
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
    const [output, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    if (code !== 0) throw new Error(output.trim());
  } catch (error) {
    if (!stopping.aborted) log.warn({ err: error }, 'the downloads cannot be built');
  }
}
