/** Progress of a run on a terminal. */

const BAR_CHARACTERS = 30;

/** Creates a bar that is redrawn in place; only on a terminal, not for a single file, and not for a quiet run. */
export function progressBar(
  stream: NodeJS.WriteStream,
  isQuiet: boolean,
): {
  show(done: number, total: number): void;
  clear(): void;
} {
  let shownAt = 0;
  return {
    show(done, total) {
      if (isQuiet || !stream.isTTY || total < 2 || (performance.now() - shownAt < 50 && done < total)) return;
      shownAt = performance.now();
      const filled = Math.round((done / total) * BAR_CHARACTERS);
      const bar = '█'.repeat(filled) + '░'.repeat(BAR_CHARACTERS - filled);
      stream.write(`\r\x1b[K${bar} ${done} of ${total} files`);
    },
    clear() {
      if (stream.isTTY && shownAt > 0) stream.write('\r\x1b[K');
    },
  };
}
