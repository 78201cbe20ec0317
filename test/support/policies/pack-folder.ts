/** Folders of policy packs for tests. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { RULES } from '../../../src/analysis/rules/index.ts';
import type { BuiltPack } from '../../../src/policy/built/built-pack.ts';
import { openPack } from '../../../src/policy/built/open-pack.ts';
import { PolicyError } from '../../../src/policy/problems.ts';
import { type BuildDeps, buildPack } from '../../../src/policy/resolve/build-pack.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** Dependencies of a build with the whole catalogue. */
export const BUILD_DEPS: BuildDeps = {
  rules: RULES,
  readBuilt: (bytes, file) =>
    openPack(bytes, { file, trust: undefined, engineVersion: '1.0.0', rules: RULES, now: new Date(0) }),
};

let parent: string | undefined;

/** Writes files into a new folder and returns its path. */
export function packFolder(files: Readonly<Record<string, string | Uint8Array>>): string {
  parent ??= temporaryFolder();
  const folder = mkdtempSync(join(parent, 'pack-'));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** Returns the text of a `pack.yaml`: its first six lines are the head. */
export function packText(body: string, name = 'test', version = '1.0.0'): string {
  return `apiVersion: flowarden/v1
kind: PolicyPack
metadata:
  name: ${name}
  version: ${version}
  revision: 1
${body}`;
}

/** Builds a pack of one file. */
export async function build(body: string, more: Readonly<Record<string, string>> = {}): Promise<BuiltPack> {
  return buildPack(packFolder({ 'pack.yaml': packText(body), ...more }), BUILD_DEPS);
}

/** Returns the problems of a pack that cannot be built, as `line: message`. */
export async function problemsOf(building: Promise<unknown>): Promise<readonly string[]> {
  try {
    await building;
  } catch (error) {
    if (error instanceof PolicyError) return error.problems.map(({ line, message }) => `${line}: ${message}`);
    throw error;
  }
  return [];
}
