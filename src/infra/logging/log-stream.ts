/** Stream of log lines to standard error that never blocks, even if its reader stalls. */

import type { Writable } from 'node:stream';
import { MIB } from '../../units.ts';

/** Log lines that wait in memory while their reader is stalled; further ones are dropped and counted. */
const LOG_BYTES_WAITING_MAX = MIB;

/** Destination of a logger. */
export interface LogStream {
  write(line: string): void;
}

/**
 * Creates the stream: lines wait in memory while the reader stalls, and those beyond `LOG_BYTES_WAITING_MAX` are
 * dropped. Later a line reports how many.
 * @param dropped builds that line, ending with a line break
 */
export function createLogStream(target: Writable, dropped: (lines: number) => string): LogStream {
  let lost = 0;
  // Without a listener, a reader that has gone would end this process.
  target.on('error', () => {});
  const hasRoom = (): boolean => target.writableLength < LOG_BYTES_WAITING_MAX;
  function reportLost(): void {
    if (lost === 0 || !hasRoom()) return;
    target.write(dropped(lost));
    lost = 0;
  }
  target.on('drain', reportLost);
  return {
    write(line) {
      reportLost();
      if (hasRoom()) target.write(line);
      else lost += 1;
    },
  };
}
