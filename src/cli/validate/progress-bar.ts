/** Progress of a run on a terminal. */

const BAR_CHARACTERS = 30;

/** Creates a bar that is redrawn in place; only on a terminal, and not for a single file. */
export function progressBar(stream: NodeJS.WriteStream): {
  show(done: number, total: number): void;
  clear(): void;
} {
  let shownAt = 0;
  return {
    show(done, total) {
      if (!stream.isTTY || total < 2 || (performance.now() - shownAt < 50 && done < total)) return;
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
