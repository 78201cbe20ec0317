/** Run of a row in namespaces of its own, of which nothing remains however it ends. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { processStart } from '../../src/infra/process/process-identity.ts';
import { removeQuotas } from './network/quotas.ts';
import { NAMESPACES } from './network/rights.ts';
import type { Size } from './row.ts';
import { ROWS, type RowEntry, type RowName } from './rows.ts';

const CHECKOUT = join(import.meta.dirname, '../..');
const INSIDE = join(import.meta.dirname, 'inside.ts');
const PREFIX = 'flowarden-hosts-';
/** Id of this run: removing leftovers must spare runs whose process lives. */
const RUN = String(process.pid);
/** Attempts to remove a control group, whose processes take a moment to end. */
const REMOVALS_MAX = 50;

/** Removes folders and control groups of earlier runs that were killed. */
export function removeLeftovers(): void {
  for (const name of readdirSync(tmpdir())) {
    const owner = /^flowarden-hosts-(\d+)-/.exec(name)?.[1];
    if (owner !== undefined && processStart(Number(owner)) === null)
      rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
  removeQuotas(RUN);
}

/** A signal has ended the run. */
export class Interrupted extends Error {
  constructor(signal: NodeJS.Signals) {
    super(`Ended by ${signal}.`);
  }
}

export interface RunOptions {
  readonly size: Size;
  readonly before: string | null;
}

/** Runs the row; resolves with whether it has passed. @throws Interrupted when a signal has ended it */
export async function runRow(name: RowName, { size, before }: RunOptions): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${RUN}-`));
  // Postgres runs as another account when we are root, and must be able to get in.
  chmodSync(folder, 0o755);
  try {
    const { readsBefore = false, secondsMax }: RowEntry = ROWS[name];
    const program = readsBefore ? unpack(before ?? commitBeforeMigration(), join(folder, 'before')) : '';
    return await contain([INSIDE, name, size, folder, RUN, program], secondsMax, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    for (let left = REMOVALS_MAX; left > 0; left -= 1) {
      try {
        removeQuotas(RUN);
        break;
      } catch {
        await sleep(100);
      }
    }
  }
}

/** Runs the program as the first process of its namespaces: with it everything in them ends. */
async function contain(argv: readonly string[], secondsMax: number, folder: string): Promise<boolean> {
  const child = spawn(
    'setpriv',
    ['--pdeathsig=KILL', 'unshare', ...NAMESPACES, process.execPath, ...argv],
    // A Ctrl-C in the terminal reaches us alone.
    { stdio: ['ignore', 'inherit', 'inherit'], detached: true, env: { ...process.env, TMPDIR: folder } },
  );
  let end: NodeJS.Signals | 'time' | null = null;
  const stop = (why: NodeJS.Signals | 'time') => {
    end ??= why;
    killFirst(child);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, stop);
  const timer = setTimeout(stop, secondsMax * 1000, 'time');
  const [code] = await once(child, 'exit');
  clearTimeout(timer);
  for (const signal of signals) process.off(signal, stop);
  if (end === 'time') process.stdout.write(`FAIL  the row has not ended within ${secondsMax} s\n`);
  else if (end !== null) throw new Interrupted(end);
  return code === 0;
}

/**
 * Kills the first process of the namespaces. `unshare`, its parent, outlives it, and so ends after every process in them;
 * were it killed itself, they would still be ending while we remove their files.
 */
function killFirst({ pid }: ChildProcess): void {
  try {
    const first = Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')[0]);
    process.kill(first || pid!, 'SIGKILL');
  } catch {
    // It has ended by itself meanwhile.
  }
}

/** Unpacks a commit beside the run, with the packages of this checkout. */
function unpack(commit: string, folder: string): string {
  mkdirSync(folder);
  const unpacked = spawnSync('sh', ['-c', 'git archive "$0" | tar -x -C "$1"', commit, folder], {
    cwd: CHECKOUT,
    encoding: 'utf8',
  });
  if (!existsSync(join(folder, 'package.json')))
    throw new Error(`The commit ${commit} cannot be unpacked: ${unpacked.stderr}`);
  symlinkSync(join(CHECKOUT, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** Returns the parent of the commit that added the newest migration. */
function commitBeforeMigration(): string {
  const newest = readdirSync(join(CHECKOUT, 'sql')).sort().at(-1)!;
  const { stdout } = spawnSync('git', ['log', '--diff-filter=A', '--format=%H', '--', `sql/${newest}`], {
    cwd: CHECKOUT,
    encoding: 'utf8',
  });
  return `${stdout.trim().split('\n').at(-1)}^`;
}
