/** The shell commands that the documents show: every block of Markdown that is marked as `sh`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installRoot } from '../../src/infra/process/install-root.ts';

/** One block of commands. */
export interface ShellBlock {
  /** Path of the document, from the root. */
  readonly document: string;
  /** The document and the first line of the block: what a test calls it by. */
  readonly name: string;
  readonly script: string;
}

/** Returns the blocks of the README and of every page in `docs`, in the order of the documents. */
export function shellBlocks(): readonly ShellBlock[] {
  const pages = readdirSync(join(installRoot(), 'docs')).filter((file) => file.endsWith('.md'));
  return ['README.md', ...pages.map((file) => `docs/${file}`)].flatMap(blocksOf);
}

/** Returns the blocks of one document. */
export function blocksOf(document: string): readonly ShellBlock[] {
  const text = readFileSync(join(installRoot(), document), 'utf8');
  return [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, script = '']) => ({
    document,
    name: `${document}: ${script.split('\n')[0]}`,
    script,
  }));
}
