/** The priority of the sandbox process. */
import { readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/**
 * Gives a process the lowest priority. Linux has a priority for each thread, which those that it starts inherit: a
 * process that is already running may have some, so that it calls this again for itself.
 */
export function setLowestPriority(pid: number): void {
  for (const thread of [pid, ...threadsOf(pid)])
    try {
      setPriority(thread, constants.priority.PRIORITY_LOW);
    } catch {
      // Where a sandbox forbids it, as systemd's `~@resources`, scans compete with everybody, and work.
    }
}

function threadsOf(pid: number): readonly number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    return [];
  }
}
