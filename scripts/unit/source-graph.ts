/** What each file of the repository uses: the modules that it imports, and the files and folders that it names. */
import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { importedPath, modulesIn, ROOT, type SourceModule } from '../imports.ts';

/** Uses of files, looked up from what is used. */
export interface Graph {
  /** Files that use a file, or a folder above it. */
  usersOf(path: string): readonly string[];
}

const FOLDERS = ['src', 'workers', 'gateway', 'web', 'action', 'clients', 'scripts', 'bench', 'bin', 'test'];

/** A path in quotes that may be one of the repository: `../goldens`, `docs/report.schema.json`, `openapi.json`. */
const NAMED_PATH = /'((?:\.{1,2}\/)+[\w./-]+|[\w-]+(?:\/[\w.-]+)+\/?|[\w-]+(?:\.[\w-]+)*\.\w+)'/g;
/** Folders at the root that are named in one word, as in `join(ROOT, 'sql')`. */
const NAMED_FOLDER = /join\(\s*(?:ROOT|root|installRoot\(\))\s*,\s*'([\w-]+)'\s*\)/g;

/** A folder that so many files name on the way to others says nothing about what they use. */
const WIDE_FOLDERS = new Set([
  'src',
  'test',
  'gateway',
  'web',
  'scripts',
  'bench',
  'docs',
  'bin',
  'node_modules',
]);

/** Reads the uses of all sources. An import of types alone is none: the compiler checks it. */
export function sourceGraph(modules: readonly SourceModule[] = modulesIn(...FOLDERS)): Graph {
  const users = new Map<string, Set<string>>();
  for (const module of modules)
    for (const used of usesOf(module)) {
      const of = users.get(used) ?? new Set();
      users.set(used, of.add(module.path));
    }
  return {
    usersOf: (path) => withFolders(path).flatMap((part) => [...(users.get(part) ?? [])]),
  };
}

/** Lists a path and the folders above it. */
function withFolders(path: string): readonly string[] {
  const parts = path.split('/');
  return parts.map((_, i) => parts.slice(0, parts.length - i).join('/'));
}

function usesOf(module: SourceModule): readonly string[] {
  const imported = module.imports
    .filter((specifier) => specifier.startsWith('.') && !module.typeImports.includes(specifier))
    .map((specifier) => importedPath(module, specifier));
  const named = [...module.text.matchAll(NAMED_PATH)].flatMap(([, path]) => existingPaths(module, path!));
  const folders = [...module.text.matchAll(NAMED_FOLDER)].map(([, name]) => name!);
  return [...imported, ...named, ...folders].filter(
    (path) => path !== module.path && !WIDE_FOLDERS.has(path),
  );
}

/** Returns what a path in quotes may mean: a path from its file, or one from the root. */
function existingPaths({ path: from, typeImports }: SourceModule, named: string): readonly string[] {
  if (typeImports.includes(named)) return [];
  const candidates = [posix.join(posix.dirname(from), named), posix.normalize(named)];
  return candidates
    .map((path) => path.replace(/\/$/, ''))
    .filter((path) => path !== '.' && !path.startsWith('..') && existsSync(join(ROOT, path)));
}
