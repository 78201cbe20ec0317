/** The import graph of the sources: what each file imports, as written. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

export const ROOT = join(import.meta.dirname, '..');

/** Source file with its imports. */
export interface SourceModule {
  /** Path from the root of the repository, with slashes. */
  readonly path: string;
  readonly text: string;
  readonly imports: readonly string[];
  /** Those of `imports` that are types alone. */
  readonly typeImports: readonly string[];
}

/** Reads every source file below these folders. */
export function modulesIn(...folders: readonly string[]): readonly SourceModule[] {
  return folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
      .filter((path) => /\.(?:tsx?|mjs)$/.test(path) && !path.includes('/node_modules/'))
      .map(readModule),
  );
}

function readModule(path: string): SourceModule {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const imports = [
    ...text.matchAll(
      /^(?:import|export)\b[^'"`;]*?from\s+'([^']+)'|^import\s+'([^']+)'|\bimport\('([^']+)'\)/gm,
    ),
  ].map((match) => (match[1] ?? match[2] ?? match[3])!);
  const typeImports = [...text.matchAll(/^import type\b[^'"`;]*?from\s+'([^']+)'/gm)].map(
    (match) => match[1]!,
  );
  return { path, text, imports, typeImports };
}

/** Returns the path of what a relative specifier imports. */
export function importedPath({ path }: SourceModule, specifier: string): string {
  return posix.join(posix.dirname(path), specifier);
}
