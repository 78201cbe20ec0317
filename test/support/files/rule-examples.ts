/** Examples on the pages of rules, for tests. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Platform } from '../../../src/analysis/model/platform.ts';
import type { Options } from '../../../src/analysis/model/rule-option.ts';
import { pagePath } from '../../../src/rule-pages/page-file.ts';
import { type Example, parsePage, type RulePage } from '../../../src/rule-pages/parse-page.ts';

const SOURCES = join(import.meta.dirname, '../../../src');
const pages = new Map<string, RulePage>();

/** Reads the page of a rule as it stands. */
export const pageTextOf = (id: string): string => readFileSync(join(SOURCES, pagePath(id)), 'utf8');

/** Reads and parses the page of a rule, once. */
export function pageOf(id: string): RulePage {
  let page = pages.get(id);
  if (page === undefined) {
    page = parsePage(pageTextOf(id));
    pages.set(id, page);
  }
  return page;
}

/** Examples of a platform: those that are reported, and all others. */
export interface TestExamples {
  readonly options?: Options;
  readonly bad: readonly Example[];
  readonly good: readonly Example[];
}

/** Returns the examples of a rule by platform; near misses count as good ones. */
export function examplesOf({
  id,
}: {
  readonly id: string;
}): Readonly<Partial<Record<Platform, TestExamples>>> {
  const byPlatform = Object.entries(pageOf(id).examples).map(([platform, { nearMisses, ...examples }]) => [
    platform,
    { ...examples, good: [...examples.good, ...nearMisses] },
  ]);
  return Object.fromEntries(byPlatform);
}
