/** Processor time of a step, which other programs on the machine do not lengthen as they do the time that passes. */
import { readFileSync } from 'node:fs';

/** Returns the milliseconds that this thread has computed so far. */
export function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Returns the milliseconds that this process has computed so far, with its threads and, on Linux, its ended children. */
export function processTreeMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + endedChildrenMs();
}

/** Linux counts processor time in hundredths of a second, on any machine. */
const TICK_MS = 10;

function endedChildrenMs(): number {
  if (process.platform !== 'linux') return 0;
  const stat = readFileSync('/proc/self/stat', 'latin1');
  // The name of the program, in brackets, may have spaces. cutime and cstime are the 16th and 17th field.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) * TICK_MS;
}

/** Runs it, and returns the milliseconds that this thread has computed meanwhile. */
export function processorMsOf(run: () => unknown): number {
  const begun = processorMs();
  run();
  return processorMs() - begun;
}
