/** Prediction of what a rule would have found in a file under another policy, from what the run has stored. */
import type { Finding } from '../../analysis/model/finding.ts';
import type { InventoryUse } from '../../analysis/model/measures/inventory.ts';
import type { OptionValue, RuleOption } from '../../analysis/model/rule-option.ts';
import type { RuleSetting } from '../../analysis/model/ruleset.ts';
import type { EarlierRun } from './earlier-run.ts';
import { inventoryNames } from './inventory-names.ts';
import { isSilent } from './silent-rule.ts';

/** Findings of a rule that stay, and the subjects of those that are new. */
export interface Prediction {
  readonly staying: readonly Finding[];
  readonly added: readonly string[];
}

/** Settings of a rule before and after; null: it does not run. */
export interface SettingChange {
  readonly before: RuleSetting | null;
  readonly after: RuleSetting;
}

const NOTHING: Prediction = { staying: [], added: [] };

/** Predicts the findings of a rule that is switched on or has other options; null: the run does not show them. */
export function predictRule(
  change: SettingChange,
  findings: readonly Finding[],
  run: EarlierRun,
): Prediction | null {
  const { rule } = change.after;
  if (isSilent(rule, run)) return NOTHING;
  if (rule.textDigest !== change.before?.rule.textDigest) return null;
  return (
    (rule.inventory === undefined ? null : predictByInventory(change, rule.inventory, findings, run)) ??
    predictByNumbers(change, findings, run)
  );
}

function predictByInventory(
  { before, after }: SettingChange,
  use: InventoryUse,
  findings: readonly Finding[],
  run: EarlierRun,
): Prediction | null {
  const places = inventoryNames(run, use.kind);
  if (places === null) return null;
  const names = [...places.keys()];
  const reported = use.reported(names, after.options);
  if (reported.length === 0) return NOTHING;
  const { dedupeGroup, groupBy } = after.rule;
  const isCountable = use.each === 'place' || (use.each === 'name' && run.metrics?.workflows === 1);
  if (!isCountable || dedupeGroup !== undefined || groupBy !== undefined) return null;
  const subjectsOf = (list: readonly string[]): readonly string[] => subjects(list, use, places);
  const reportedBefore = before === null ? [] : use.reported(names, before.options);
  // Where they disagree, the file has something that the inventory does not show.
  if (subjectsOf(reportedBefore).length !== findings.length) return null;
  const known = new Set(subjectsOf(reportedBefore));
  const wanted = subjectsOf(reported);
  const stays = new Set(wanted);
  return {
    staying: findings.filter(({ subject }) => stays.has(subject)),
    added: wanted.filter((subject) => !known.has(subject)),
  };
}

/** Returns the subjects of the problems of reported names, one for each problem. */
function subjects(
  reported: readonly string[],
  { each, subjectOf = (name) => name }: InventoryUse,
  places: ReadonlyMap<string, number>,
): readonly string[] {
  if (each === 'name') return [...new Set(reported.map(subjectOf))];
  return reported.flatMap((name) => Array<string>(places.get(name)!).fill(subjectOf(name)));
}

/** Predicts by metrics, and by what findings have measured. */
function predictByNumbers(
  { before, after }: SettingChange,
  findings: readonly Finding[],
  run: EarlierRun,
): Prediction | null {
  const { rule, options } = after;
  const described = Object.entries(rule.options);
  if (before === null) {
    const predictions = described.map(([name, option]) =>
      predictByMetric(option, options[name]!, NOTHING, run),
    );
    return predictions.find((prediction) => prediction !== null) ?? null;
  }
  const changed = described.filter(
    ([name]) => JSON.stringify(before.options[name]) !== JSON.stringify(options[name]),
  );
  return changed.reduce<Prediction | null>(
    (prediction, [name, option]) => {
      if (prediction === null) return null;
      const [was, is] = [before.options[name]!, options[name]!];
      return (
        predictByMetric(option, is, prediction, run) ??
        predictByMeasure({ name, option }, was, is, prediction)
      );
    },
    { staying: findings, added: [] },
  );
}

/** Predicts by what findings have measured; null: the option has become stricter, or is not measured. */
function predictByMeasure(
  { name, option }: { readonly name: string; readonly option: RuleOption },
  was: OptionValue,
  is: OptionValue,
  { staying, added }: Prediction,
): Prediction | null {
  if (option.isMeasured !== true || !isStricter(option, was, is)) return null;
  const isGone = ({ measure }: Finding): boolean =>
    measure?.option === name && !isStricter(option, is, measure.value);
  return { staying: staying.filter((finding) => !isGone(finding)), added };
}

/** Predicts by the metric of an option; null: it does not show the findings. */
function predictByMetric(
  { metric }: RuleOption,
  limit: OptionValue,
  { staying }: Prediction,
  { metrics }: EarlierRun,
): Prediction | null {
  if (metric === undefined || metrics === null || typeof limit !== 'number') return null;
  if (metrics[metric.name] <= limit) return NOTHING;
  if (metric.isExact !== true || metrics.workflows !== 1) return null;
  return { staying, added: staying.length > 0 ? [] : [metric.name] };
}

/** Returns whether a number makes a rule report more than another one. */
function isStricter({ stricter }: RuleOption, value: OptionValue, other: OptionValue): boolean {
  if (typeof value !== 'number' || typeof other !== 'number') return false;
  return stricter === 'lower' ? value < other : stricter === 'higher' && value > other;
}
