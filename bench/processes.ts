/** Whole processes: their time, processor time and peak memory, as Linux counts them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { Turn } from './measure.ts';

/** Cost of a process. */
export interface ProcessRun extends Turn {
  readonly peakMiB: number;
}

/** Reason why whole processes cannot be measured here, or null. */
export const NOT_LINUX = existsSync('/proc/self/stat') ? null : 'needs /proc, which only Linux has';

/** Clock ticks of a second, the same for user space on every Linux. */
const TICKS = 100;

/** Returns the path of a program, or null when this machine has none. */
export function findProgram(name: string): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}

/**
 * Returns the fields behind the name in a process's stat file. Fields 11 and 12 are its ticks, 13 and 14 those of its
 * ended children.
 */
function statOf(pid: number | string): readonly number[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
}

/** Returns the processor time in milliseconds of the children that have ended. */
function childrenCpuMs(): number {
  const stat = statOf('self');
  return ((stat[13]! + stat[14]!) * 1000) / TICKS;
}

/** Returns the processor time in milliseconds of a process, its running children, and all that have ended. */
export function familyCpuMs(pid: number): number {
  let ticks = 0;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = statOf(name);
      if (Number(name) === pid) ticks += stat[11]! + stat[12]! + stat[13]! + stat[14]!;
      else if (stat[1] === pid) ticks += stat[11]! + stat[12]!;
    } catch {
      // It has ended meanwhile, and its parent counts it.
    }
  }
  return (ticks * 1000) / TICKS;
}

function peakMiB(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** Runs a program to its end. Throws when it fails. */
export async function runProcess(program: string, argv: readonly string[]): Promise<ProcessRun> {
  const cpuBefore = childrenCpuMs();
  const start = performance.now();
  const child = spawn(program, argv, { stdio: ['ignore', 'ignore', 'inherit'] });
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, peakMiB(child.pid!));
  }, 5);
  const [code] = await once(child, 'exit');
  clearInterval(timer);
  if (code !== 0) throw new Error(`${program} ${argv.join(' ')} ended with ${code}`);
  return { cpuMs: childrenCpuMs() - cpuBefore, wallMs: performance.now() - start, peakMiB: peak };
}

/** Runs both programs in turns. */
export async function pairedProcesses(
  own: readonly [string, ...string[]],
  peer: readonly [string, ...string[]],
  rounds: number,
): Promise<{ readonly own: ProcessRun[]; readonly peer: ProcessRun[] }> {
  const runs = { own: [] as ProcessRun[], peer: [] as ProcessRun[] };
  for (let round = 0; round < rounds; round += 1) {
    runs.own.push(await runProcess(own[0], own.slice(1)));
    runs.peer.push(await runProcess(peer[0], peer.slice(1)));
  }
  return runs;
}
