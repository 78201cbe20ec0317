/**
 * Builds the stages of the Dockerfile without Docker: it copies what they copy, with packages of the checkout in place of
 * those that `npm ci` would install, and runs their scripts.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { installRoot } from '../../src/infra/process/install-root.ts';
import { temporaryFolder } from './temporary-folder.ts';

interface Stage {
  readonly name: string;
  /** Another stage, or an image of a registry. */
  readonly base: string;
  readonly instructions: readonly (readonly [keyword: string, words: string])[];
}

/** Root folder of a stage's file system, and the working folder in it. */
interface StageFiles {
  readonly root: string;
  readonly workFolder: string;
}

const ROOT = installRoot();
const COPY_OPTIONS = { recursive: true, verbatimSymlinks: true } as const;
export const DOCKERFILE = readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8');
const STAGES = readStages(DOCKERFILE);
const SENT = pathsOfContext(readFileSync(join(ROOT, '.dockerignore'), 'utf8'));

function readStages(text: string): readonly Stage[] {
  const lines = text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll('\\\n', ' ')
    .split('\n');
  const all = lines.flatMap((line) => {
    const [, keyword, words] = /^([A-Z]+) +(.*)$/.exec(line) ?? [];
    return keyword === undefined ? [] : [[keyword, words!] as const];
  });
  const starts = all.flatMap(([keyword], index) => (keyword === 'FROM' ? [index] : []));
  return starts.map((start, index) => {
    const [base = '', , name = ''] = all[start]![1].split(' ');
    return { name, base, instructions: all.slice(start + 1, starts[index + 1]) };
  });
}

/** Returns the paths that reach the builder: `.dockerignore` hides everything, then excepts paths. */
function pathsOfContext(text: string): readonly string[] {
  const [first, ...others] = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  assert.equal(first, '*');
  for (const line of others) assert.match(line, /^![\w./-]+$/);
  return others.map((line) => line.slice(1));
}

/** Returns the path of a file or folder in the checkout. @throws AssertionError if the builder would not find it */
function pathInContext(path: string): string {
  const isSent = SENT.some((sent) => path === sent || path.startsWith(`${sent}/`));
  assert.ok(isSent, `.dockerignore hides ${path}`);
  assert.ok(existsSync(join(ROOT, path)), `There is no ${path}`);
  return join(ROOT, path);
}

const built = new Map<string, StageFiles>();

/** Builds a stage with those that it needs, once for each test process. Returns the folder that is its root. */
export function buildStage(name: string): string {
  return stageFiles(name).root;
}

function stageFiles(name: string): StageFiles {
  const stage = STAGES.find((one) => one.name === name);
  assert.ok(stage, `The Dockerfile has no stage ${name}`);
  const known = built.get(name);
  if (known !== undefined) return known;
  const root = join(temporaryFolder(), 'root');
  mkdirSync(root);
  const base = STAGES.some((one) => one.name === stage.base) ? stageFiles(stage.base) : null;
  if (base !== null) cpSync(base.root, root, COPY_OPTIONS);
  let workFolder = base?.workFolder ?? '/';
  for (const [keyword, words] of stage.instructions) {
    if (keyword === 'WORKDIR') workFolder = words;
    mkdirSync(join(root, workFolder), { recursive: true });
    if (keyword === 'COPY') copy(words.split(/ +/), { root, workFolder });
    if (keyword === 'RUN') run(words, join(root, workFolder));
  }
  built.set(name, { root, workFolder });
  return { root, workFolder };
}

/** Copies as Docker does: a folder gives its content, and a target that ends with `/` is a folder. */
function copy(words: readonly string[], { root, workFolder }: StageFiles): void {
  const from = words[0]!.startsWith('--from=') ? words[0]!.slice('--from='.length) : null;
  const paths = words.slice(from === null ? 0 : 1, -1);
  const target = words.at(-1)!;
  for (const path of paths) {
    const source = from === null ? pathInContext(path) : join(buildStage(from), path);
    const isInside = /(?:^\.|\/)$/.test(target) && !statSync(source).isDirectory();
    const to = join(root, posix.resolve(workFolder, target), isInside ? posix.basename(path) : '');
    mkdirSync(dirname(to), { recursive: true });
    cpSync(source, to, COPY_OPTIONS);
  }
}

/** Runs a script of `package.json`, and links packages for `npm ci`; other commands concern the container's system. */
function run(command: string, folder: string): void {
  if (command.startsWith('npm ci --omit=dev')) linkProductionPackages(folder);
  else if (command.startsWith('npm ci'))
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  else if (command.startsWith('npm run'))
    execFileSync('/bin/sh', ['-c', command], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
}

/** Links packages of production beside the program; what they bring for themselves comes with them. */
export function linkProductionPackages(folder: string): void {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  const packages = Object.entries(lock.packages as Record<string, { readonly dev?: boolean }>);
  const paths = packages
    .filter(([path, { dev }]) => path.lastIndexOf('node_modules/') === 0 && !dev)
    .map(([path]) => path)
    .filter((path) => existsSync(join(ROOT, path)));
  assert.ok(paths.length > 50, String(paths.length));
  for (const path of paths) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(join(ROOT, path), join(folder, path));
  }
}
