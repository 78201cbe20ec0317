/** Archives that are open: the last few, as members are read in the order of their archives. */
import { readFile } from 'node:fs/promises';
import { type InputFile, openFile } from '../../analysis/platforms/input-file.ts';

const OPEN_MAX = 4;

/** Opens archives by their paths. */
export class OpenedArchives {
  readonly #files = new Map<string, InputFile>();

  /** @throws the error of reading the file */
  async open(path: string): Promise<InputFile> {
    const known = this.#files.get(path);
    if (known !== undefined) return known;
    const file = openFile(path, await readFile(path));
    const [oldest] = this.#files.keys();
    if (this.#files.size >= OPEN_MAX && oldest !== undefined) this.#files.delete(oldest);
    this.#files.set(path, file);
    return file;
  }

  /** Closes all, so that each can unpack its members once more. */
  close(): void {
    this.#files.clear();
  }
}
