/** Runs every check of the sources at once, and prints what each of them says when it has ended. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const CHECKS = [
  ['biome', 'check', '.'],
  ['tsc', '--noEmit'],
  ['tsc', '--noEmit', '--project', 'tsconfig.web.json'],
  ['buf', 'lint'],
  ['node', 'scripts/generate.ts', '--check'],
  ['node', 'scripts/licences.ts'],
  ['node', '--disable-warning=ExperimentalWarning', 'scripts/regular-expressions/main.ts'],
] as const;

const ROOT = join(import.meta.dirname, '..');

/** Runs one command and returns whether it succeeded. */
function run([command, ...args]: (typeof CHECKS)[number]): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  // `npm run` puts the commands of the packages on the PATH. On Windows they are scripts, which need a shell.
  const child = spawn(command, args, { cwd: ROOT, shell: process.platform === 'win32' });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => output.push(piece));
  child.on('error', reject);
  child.on('close', (code) => {
    process.stdout.write(`$ ${[command, ...args].join(' ')}\n${Buffer.concat(output)}`);
    resolve(code === 0);
  });
  return promise;
}

const succeeded = await Promise.all(CHECKS.map(run));
process.exitCode = succeeded.every(Boolean) ? 0 : 1;
