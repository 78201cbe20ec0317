/** Checks of the vendors' analysers as `flowarden explain` prints them. */
import type { Rule } from '../../analysis/model/rule.ts';
import { checksByCode, type FoundCheck } from '../../rule-pages/vendor-checks.ts';
import { ruleText } from './rule-text.ts';

function headText({ analyser, check: { id, check, rules, note } }: FoundCheck): readonly string[] {
  // Notes are written for the documentation, with links.
  const remark = note?.replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1');
  return [
    `${id}, ${analyser}: ${check}`,
    ...(remark === undefined ? [] : [remark]),
    rules.length === 0
      ? 'No rule reports it here.'
      : `Here ${rules.length === 1 ? 'one rule reports' : 'these rules report'} it: ${rules.join(', ')}.`,
    '',
  ];
}

/** Returns what is said about a vendor's check, with its rules; undefined for an unknown code. */
export async function explainCheck(code: string, rules: readonly Rule[]): Promise<string | undefined> {
  const found = checksByCode(code);
  if (found.length === 0) return undefined;
  const ids = new Set<string>(found.flatMap(({ check }) => check.rules));
  const texts = await Promise.all(rules.filter(({ id }) => ids.has(id)).map(ruleText));
  return [...found.flatMap(headText), ...texts].join('\n');
}
