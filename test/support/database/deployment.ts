/** The compose file of `deploy/`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { installRoot } from '../../../src/infra/process/install-root.ts';

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
