/** Processor time of a step, which other programs on the machine do not lengthen as they do the time that passes. */

/** Returns the milliseconds that this thread has computed so far. */
export function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Runs it, and returns the milliseconds that this thread has computed meanwhile. */
export function processorMsOf(run: () => unknown): number {
  const begun = processorMs();
  run();
  return processorMs() - begun;
}
