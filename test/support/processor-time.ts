/** Processor time of a step, which other programs on the machine do not lengthen as they do the time that passes. */

/** Runs it, and returns the milliseconds that this thread has computed meanwhile. */
export function processorMsOf(run: () => unknown): number {
  const begun = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(begun);
  return (user + system) / 1000;
}
