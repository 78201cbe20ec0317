/** Reporter of the test runner: the ten files that took longest, at the end. */
const SHOWN = 10;

/** @param {AsyncIterable<import('node:test/reporters').TestEvent>} events */
export default async function* slowFiles(events) {
  /** @type {{ file: string, ms: number }[]} */
  const files = [];
  for await (const { type, data } of events) {
    if (type === 'test:summary' && data.file !== undefined)
      files.push({ file: data.file, ms: data.duration_ms });
  }
  const slowest = files.sort((a, b) => b.ms - a.ms).slice(0, SHOWN);
  if (slowest.length < SHOWN) return;
  yield 'slowest files:\n';
  for (const { file, ms } of slowest) yield `${(ms / 1000).toFixed(1).padStart(6)} s  ${file}\n`;
}
