/** Which process is which role of a service that runs. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';

type Role = 'gateway' | 'core' | 'jobs' | 'deliveries';

/** Why tests that need it are skipped, or false. */
export const PS_ABSENT =
  spawnSync('ps', ['-e']).error === undefined ? false : 'SKIPPED: there is no ps on this machine';

/** The process of a role among the descendants of a process, or null while there is none. */
export function findRolePid(ancestor: number, role: Role): number | null {
  const rows = spawnSync('ps', ['-e', '-o', 'pid=,ppid=,command='], { encoding: 'utf8' }).stdout.split('\n');
  const processes = rows
    .map((row) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(row))
    .filter((match) => match !== null);
  const family = new Set([ancestor]);
  for (const _ of [1, 2, 3]) {
    for (const [, pid, parent] of processes) if (family.has(Number(parent))) family.add(Number(pid));
  }
  const own = new RegExp(` ${role}$`);
  const found = processes.find(([, pid, , command]) => family.has(Number(pid)) && own.test(command!.trim()));
  return found === undefined ? null : Number(found[1]);
}

/** The same for a role that must be there. */
export function rolePid(ancestor: number, role: Role): number {
  const pid = findRolePid(ancestor, role);
  assert.ok(pid !== null, `the ${role} is among the processes`);
  return pid;
}
