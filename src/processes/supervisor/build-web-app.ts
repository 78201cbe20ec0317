/** Build of the web app at the start of a checkout, when its sources have changed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { text } from 'node:stream/consumers';
import type { Logger } from '../../infra/logging/log.ts';
import { installRoot } from '../../infra/process/install-root.ts';
import { RUNS_FROM_SOURCES, webFolder } from '../../infra/process/web-folder.ts';
import { webSourcesDigest } from './web-sources.ts';

/**
 * Builds the web app unless the last build is of the same sources. A failed build is logged and does not stop the
 * service: the gateway serves the last build, or says that there is none.
 */
export async function buildWebApp(log: Logger): Promise<void> {
  const script = join(installRoot(), 'scripts', 'web', 'main.ts');
  if (!RUNS_FROM_SOURCES || !existsSync(script)) return;
  const startedAtMs = performance.now();
  try {
    if (webSourcesDigest(installRoot()) === builtDigest()) return;
    await run(script);
    log.info({ milliseconds: Math.round(performance.now() - startedAtMs) }, 'the web app is built');
  } catch (error) {
    log.warn({ err: error }, 'the web app cannot be built; the API works without it');
  }
}

/** Returns the digest of the sources of the last build; undefined if there is none. */
function builtDigest(): string | undefined {
  const path = join(webFolder(), 'manifest.json');
  if (!existsSync(path)) return undefined;
  return (JSON.parse(readFileSync(path, 'utf8')) as { readonly sources: string }).sources;
}

/** Runs the script that builds. @throws Error with its output when it fails */
async function run(script: string): Promise<void> {
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'ignore', 'pipe'] });
  const [output, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  if (code !== 0) throw new Error(output.trim());
}
