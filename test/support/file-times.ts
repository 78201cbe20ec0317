/** Processor time of each test file, for the report of a run. */
import { appendFileSync } from 'node:fs';

/** Environment variable with the path of the list; unset if no run collects them. */
export const FILE_TIMES = 'TEST_FILE_TIMES';

/** Adds a line of JSON to the list of this run. */
export function keepProcessorTime(file: string, processorMs: number): void {
  const list = process.env[FILE_TIMES];
  if (list !== undefined)
    appendFileSync(list, `${JSON.stringify({ file, processorMs: Math.round(processorMs) })}\n`);
}
