/** Quotas of processor time, by control groups of version 1 or 2. They make hosts equally weak. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { processStart } from '../../../src/infra/process/process-identity.ts';

/** Long beside the slices of 5 ms in which the kernel hands quotas out: of short periods, hosts get more than their share. */
const PERIOD_US = 100_000;
const PREFIX = 'flowarden-hosts-';

interface Hierarchy {
  readonly version: 1 | 2;
  readonly folder: string;
}

/** Returns where groups with a quota can be made, or null. */
function findHierarchy(): Hierarchy | null {
  const mounts = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '));
  for (const [, folder = '', kind, options = ''] of mounts) {
    if (kind === 'cgroup' && options.split(',').includes('cpu')) return { version: 1, folder };
    const controllers = join(folder, 'cgroup.controllers');
    if (kind === 'cgroup2' && existsSync(controllers)) {
      if (readFileSync(controllers, 'utf8').split(/\s/).includes('cpu')) return { version: 2, folder };
    }
  }
  return null;
}

export interface Quotas {
  /** Limits the processes together to this share of one processor. */
  limit(name: string, pids: readonly number[], share: number): void;
}

/** Opens the quotas of a run. @throws Error when this machine has none */
export function openQuotas(run: string): Quotas {
  const hierarchy = findHierarchy();
  if (hierarchy === null) throw new Error('no control group can limit processor time here');
  const top = join(hierarchy.folder, PREFIX + run);
  mkdirSync(top, { recursive: true });
  if (hierarchy.version === 2) {
    writeFileSync(join(hierarchy.folder, 'cgroup.subtree_control'), '+cpu');
    writeFileSync(join(top, 'cgroup.subtree_control'), '+cpu');
  }
  return {
    limit(name, pids, share) {
      const folder = join(top, name);
      mkdirSync(folder, { recursive: true });
      const quota = Math.round(PERIOD_US * share);
      if (hierarchy.version === 2) writeFileSync(join(folder, 'cpu.max'), `${quota} ${PERIOD_US}`);
      else {
        writeFileSync(join(folder, 'cpu.cfs_period_us'), String(PERIOD_US));
        writeFileSync(join(folder, 'cpu.cfs_quota_us'), String(quota));
      }
      for (const pid of pids) writeFileSync(join(folder, 'cgroup.procs'), String(pid));
    },
  };
}

/** Returns why hosts cannot be made weak here, or null. */
export function quotasAbsent(run: string): string | null {
  try {
    openQuotas(run).limit('trial', [], 0.5);
    return null;
  } catch (error) {
    return `needs control groups with quotas of processor time that this account may write (${(error as Error).message})`;
  }
}

/** Removes the groups of this run, and those of runs that have ended without doing so. */
export function removeQuotas(run: string): void {
  const folder = findHierarchy()?.folder;
  if (folder === undefined) return;
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(PREFIX)) continue;
    const owner = name.slice(PREFIX.length);
    if (owner !== run && processStart(Number(owner)) !== null) continue;
    const top = join(folder, name);
    for (const entry of readdirSync(top, { withFileTypes: true })) {
      if (entry.isDirectory()) rmdirSync(join(top, entry.name));
    }
    rmdirSync(top);
  }
}
