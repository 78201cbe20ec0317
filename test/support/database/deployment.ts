/** What `deploy/` says, and a folder with what its image would hold. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { installRoot } from '../../../src/infra/process/install-root.ts';
import { temporaryFolder } from '../temporary-folder.ts';

export interface ComposeService {
  readonly command?: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
  readonly networks: readonly string[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
}

export interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
}

const ROOT = installRoot();
export const DEPLOY_FOLDER = join(ROOT, 'deploy');
export const COMPOSE_FILE = join(DEPLOY_FOLDER, 'compose.yaml');
export const COMPOSE = parse(readFileSync(COMPOSE_FILE, 'utf8'), { merge: true }) as Compose;
export const DOCKERFILE = readFileSync(join(DEPLOY_FOLDER, 'Dockerfile'), 'utf8');

/** A folder with what the image holds: what its last stage copies, the compiled program, the packages of production. */
export function imageFolder(): string {
  const app = join(temporaryFolder(), 'app');
  mkdirSync(join(app, 'node_modules'), { recursive: true });
  const lastStage = DOCKERFILE.slice(DOCKERFILE.lastIndexOf('\nFROM '));
  for (const [, words = ''] of lastStage.matchAll(/^COPY ([^-].*)$/gm)) {
    for (const name of words.split(' ').slice(0, -1))
      cpSync(join(ROOT, name), join(app, name), { recursive: true });
  }
  const tsc = join(ROOT, 'node_modules/.bin/tsc');
  execFileSync(tsc, ['-p', join(ROOT, 'tsconfig.build.json'), '--outDir', join(app, 'dist')]);
  for (const path of productionPackages()) {
    mkdirSync(dirname(join(app, path)), { recursive: true });
    symlinkSync(join(ROOT, path), join(app, path));
  }
  return app;
}

/** Those that our own code finds; what they bring for themselves comes with them. */
function productionPackages(): readonly string[] {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  const packages = Object.entries(lock.packages as Record<string, { readonly dev?: boolean }>);
  const paths = packages
    .filter(([path, { dev }]) => path.lastIndexOf('node_modules/') === 0 && !dev)
    .map(([path]) => path)
    .filter((path) => existsSync(join(ROOT, path)));
  assert.ok(paths.length > 50, String(paths.length));
  return paths;
}
