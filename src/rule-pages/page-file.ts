/** Files of the rules' pages, beside their checks. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PLATFORM_NAMES, PLATFORMS } from '../analysis/model/platform.ts';
import type { RuleId } from '../gen/rule-catalogue.ts';
import { SOURCE_ROOT } from '../infra/process/confinement.ts';
import { parsePage, type RulePage } from './parse-page.ts';

/** Returns the path of a rule's page below the folder `src`, with slashes. */
export function pagePath(id: string): string {
  const prefixed = (name: (typeof PLATFORM_NAMES)[number]) =>
    (PLATFORMS[name].rulePrefixes as readonly string[]).includes(id.slice(0, 3));
  const folder = PLATFORM_NAMES.find(prefixed) ?? 'general';
  return `analysis/rules/${folder}/${id.toLowerCase()}.md`;
}

/** Reads the page of a rule as it stands. */
export function readPageText(id: RuleId): Promise<string> {
  return readFile(join(SOURCE_ROOT, pagePath(id)), 'utf8');
}

/** Reads and parses the page of a rule. */
export async function readPage(id: RuleId): Promise<RulePage> {
  return parsePage(await readPageText(id));
}
