/** Identity of a recorded process, which differs from a later one with the same pid. */
import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Recorded identity of a process. */
export interface ProcessIdentity {
  /** Scope of its pid: the machine and, on Linux, the boot and the PID namespace, separated by `/`. */
  readonly host: string;
  readonly pid: number;
  /** Start time, in the format of this system. */
  readonly started: string;
}

/** Identifies this process. */
export function ownIdentity(): ProcessIdentity {
  return { host: ownHost(), pid: process.pid, started: processStart(process.pid) ?? 'unknown' };
}

/**
 * Returns whether that process is certainly gone. Processes of another machine or PID namespace are never certain.
 */
export function isGone(identity: ProcessIdentity): boolean {
  return isHere(identity) && processStart(identity.pid) !== identity.started;
}

/** Returns whether this process could see that one alive. */
export function isHere({ host }: Pick<ProcessIdentity, 'host'>): boolean {
  return host === ownHost();
}

/** Returns the name of a process's machine. */
export function machineOf({ host }: Pick<ProcessIdentity, 'host'>): string {
  return host.split('/')[0]!;
}

function ownHost(): string {
  if (process.platform !== 'linux') return hostname();
  try {
    return [hostname(), bootId(), readlinkSync('/proc/self/ns/pid')].join('/');
  } catch {
    return hostname();
  }
}

const bootId = (): string => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();

/** Returns the start time of a process, or null when it does not live (a zombie does not). */
export function processStart(pid: number): string | null {
  if (!Number.isInteger(pid) || pid <= 0 || !answersSignals(pid)) return null;
  if (process.platform === 'linux') return linuxStart(pid);
  if (process.platform === 'win32') return 'unknown';
  return psColumn(pid, 'lstart');
}

/** Returns the command line of a process, or null when it cannot be read. */
export function processCommand(pid: number): string | null {
  if (process.platform !== 'linux') return process.platform === 'win32' ? null : psColumn(pid, 'command');
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return null;
  }
}

function answersSignals(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function linuxStart(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the name in parentheses, which may contain spaces; state is the third field, start time the
    // 22nd.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? null : `${bootId()}/${fields[19]}`;
  } catch {
    return null;
  }
}

function psColumn(pid: number, column: string): string | null {
  try {
    return execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim() || null;
  } catch {
    return null;
  }
}
