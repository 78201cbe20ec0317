/** The end of a process of tests: of one test file, or of several. */
import { after } from 'node:test';

const ends: (() => Promise<unknown>)[] = [];

/** Registers what ends something that all files of this process share. */
export function atProcessEnd(end: () => Promise<unknown>): void {
  ends.push(end);
}

after(async () => {
  for (const end of ends) await end();
});
