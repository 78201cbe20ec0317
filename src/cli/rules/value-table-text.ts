/** Tables of legal values behind a rule, as `flowarden explain` prints them. */
import { CLOUD_FLOW_VALUES } from '../../analysis/facts/values/cloud-flow.ts';
import { DESKTOP_FLOW_VALUES } from '../../analysis/facts/values/desktop-flow.ts';
import { TASK_BOT_VALUES } from '../../analysis/facts/values/task-bot.ts';
import type { ValueRow } from '../../analysis/facts/values/value-rows.ts';

/** Table of each rule that has one, and what stands before its pages. */
const TABLES: ReadonlyMap<string, readonly [table: ReadonlyMap<string, readonly ValueRow[]>, site: string]> =
  new Map([
    ['PAF-REL-030', [CLOUD_FLOW_VALUES, 'https://learn.microsoft.com/']],
    ['PAD-REL-011', [DESKTOP_FLOW_VALUES, 'https://learn.microsoft.com/power-automate/']],
    ['AAB-REL-024', [TASK_BOT_VALUES, 'docs.automationanywhere.com: ']],
  ]);

const rowText = ({ types, when, properties, form, args }: ValueRow): string =>
  [
    `${types.join(', ')}: ${properties.join(', ')}`,
    ...(when === undefined ? [] : [`where ${when[0]} is ${when[1]}`]),
    `${form.replaceAll('-', ' ')}${args.length === 0 ? '' : `: ${args.join(', ')}`}`,
  ].join('; ');

/** Returns the table of a rule with the page of each row; '' for a rule without one. */
export function valueTableText(ruleId: string): string {
  const [table, site] = TABLES.get(ruleId) ?? [];
  if (table === undefined) return '';
  const rows = new Set([...table.values()].flat());
  const lines = [...rows].flatMap((row) => [`  ${rowText(row)}`, `    ${site}${row.source}`]);
  return `\nValues that are known:\n${lines.join('\n')}\n`;
}
