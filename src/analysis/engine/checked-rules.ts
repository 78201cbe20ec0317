/** Counts of the rules that a run has checked. */
import type { CheckedRules } from '../model/report.ts';
import type { Category } from '../model/rule.ts';

/** Categories by the middle part of the ids of their rules. */
const CATEGORY_OF_FAMILY: ReadonlyMap<string, Category> = new Map([
  ['SEC', 'security'],
  ['PRV', 'data-privacy'],
  ['CMP', 'compliance'],
  ['REL', 'reliability'],
  ['PRF', 'performance'],
  ['MNT', 'maintainability'],
  ['NMG', 'naming'],
  ['CFG', 'configuration'],
  ['SUP', 'supply-chain'],
  ['OBS', 'observability'],
  ['ENG', 'engine'],
]);

/** Counts rules by category; those of an organisation's own packs as `custom`. */
export function countByCategory(ruleIds: readonly string[]): CheckedRules {
  const counts: Record<string, number> = {};
  for (const id of ruleIds) {
    const category = CATEGORY_OF_FAMILY.get(id.split('-')[1] ?? '') ?? 'custom';
    counts[category] = (counts[category] ?? 0) + 1;
  }
  return counts;
}
