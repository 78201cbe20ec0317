/** Copies the rules' pages, without what tests alone need, to where a compiled program looks for them. */
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { withoutTestExamples } from '../../src/rule-pages/parse-page.ts';

const SOURCES = join(import.meta.dirname, '../../src');

/**
 * Copies every page below a folder that stands for `src`.
 * @param change what else to change in the text of a page
 */
export function copyPages(target: string, change = (text: string): string => text): void {
  for (const file of globSync('analysis/rules/*/*.md', { cwd: SOURCES })) {
    mkdirSync(dirname(join(target, file)), { recursive: true });
    const text = withoutTestExamples(readFileSync(join(SOURCES, file), 'utf8'));
    writeFileSync(join(target, file), change(text));
  }
}

/** Returns a page with the first example of each section alone: all that `flowarden explain` prints. */
export function withFirstExamples(text: string): string {
  return text.replace(
    /^(`{3,})[^\n]*\n[\s\S]*?^\1$(?:\n\n\1[^\n]*\n[\s\S]*?^\1$)+/gm,
    (examples, fence: string) => examples.slice(0, examples.indexOf(`\n${fence}\n`) + fence.length + 1),
  );
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href) copyPages(process.argv[2]!);
