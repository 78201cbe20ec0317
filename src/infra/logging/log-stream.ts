/** Where log lines go: standard error, whose reader may stall. A process never waits for it. */
import type { Writable } from 'node:stream';
import { LIMITS } from '../../limits.ts';

/** What a logger writes its lines to. */
export interface LogStream {
  write(line: string): void;
}

/**
 * Makes a stream of log lines that never blocks: lines wait in memory while nobody reads, and those beyond
 * `LIMITS.logBytesWaitingMax` are dropped. Once there is room, a line says how many.
 * @param dropped makes that line, ending with a line break
 */
export function createLogStream(target: Writable, dropped: (lines: number) => string): LogStream {
  let lost = 0;
  // A reader that is gone is nobody's fault; without a listener it would end this process.
  target.on('error', () => {});
  const hasRoom = (): boolean => target.writableLength < LIMITS.logBytesWaitingMax;
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
