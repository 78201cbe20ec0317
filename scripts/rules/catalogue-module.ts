/** Builds the module with the facts of every rule from their pages. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RuleFacts } from '../../src/analysis/model/rule.ts';
import type { OptionValue } from '../../src/analysis/model/rule-option.ts';
import { parsePage } from '../../src/rule-pages/parse-page.ts';
import { readFrontMatter } from './front-matter.ts';

/** Rule of the conditions of a gate. */
const CONDITION_RULE = 'XPL-ENG-008';

/** Reads the facts of every rule, in the order of the ids. @throws Error that names the page */
export function readCatalogue(rulesFolder: string): readonly RuleFacts[] {
  const facts = globSync('*/*.md', { cwd: rulesFolder }).map((file) => {
    try {
      const { frontMatter, why, fix } = parsePage(readFileSync(join(rulesFolder, file), 'utf8'));
      return { ...readFrontMatter(frontMatter), why, fix };
    } catch (error) {
      throw new Error(`${file}: ${(error as Error).message}`, { cause: error });
    }
  });
  return facts.sort((a, b) => (a.id < b.id ? -1 : 1));
}

function typeOf(value: OptionValue): string {
  return Array.isArray(value) ? 'readonly string[]' : typeof value;
}

function factsText(rule: RuleFacts, indent: string): string {
  const members = Object.entries(rule).map(
    ([name, value]) => `${indent}  ${name}: ${JSON.stringify(value)},`,
  );
  return `{\n${members.join('\n')}\n${indent}}`;
}

/** Returns the text of `src/gen/condition-rule.ts`: the gate reports its findings where no catalogue is loaded. */
export function conditionModule(catalogue: readonly RuleFacts[]): string {
  const rule = catalogue.find(({ id }) => id === CONDITION_RULE)!;
  return `/** Facts of the rule of a gate's conditions. Generated from its page by \`npm run generate\`; do not edit. */
import type { RuleFacts } from '../analysis/model/rule.ts';

export const CONDITION: RuleFacts = ${factsText(rule, '')};
`;
}

/** Returns the text of `src/gen/rule-ids.ts`, for processes that never load the catalogue. */
export function ruleIdsModule(catalogue: readonly RuleFacts[]): string {
  const names = catalogue.map(({ id, replaces = [] }) => `  '${id}': ${JSON.stringify(replaces)},`);
  return `/** Ids of every rule, each with the ids that it replaces. Generated from the rules' pages by \`npm run generate\`; do not edit. */
export const RULE_IDS: Readonly<Record<string, readonly string[]>> = {
${names.join('\n')}
};
`;
}

/** Returns the text of `src/gen/rule-catalogue.ts`. */
export function catalogueModule(catalogue: readonly RuleFacts[]): string {
  const withOptions = catalogue.filter(({ options }) => Object.keys(options).length > 0);
  const types = withOptions.map(({ id, options }) => {
    const members = Object.entries(options).map(([name, option]) => `${name}: ${typeOf(option.default)}`);
    return `  '${id}': { ${members.join('; ')} };`;
  });
  const facts = catalogue.map((rule) =>
    rule.id === CONDITION_RULE ? `  '${rule.id}': CONDITION,` : `  '${rule.id}': ${factsText(rule, '  ')},`,
  );
  return `/** Facts of every rule, by id. Generated from the rules' pages by \`npm run generate\`; do not edit. */
import type { RuleFacts } from '../analysis/model/rule.ts';
import { CONDITION } from './condition-rule.ts';

/** Ids of all rules. */
export type RuleId =
${catalogue.map(({ id }) => `  | '${id}'`).join('\n')};

/** Values of the options of each rule that has any. */
export interface OptionsByRule {
${types.join('\n')}
}

export const CATALOGUE: Readonly<Record<RuleId, RuleFacts>> = {
${facts.join('\n')}
};
`;
}
