/** Cuts a list of findings that is too long, most severe first, and says so in its last entry. */
import type { Finding } from '../model/finding.ts';
import type { RuleSetting, Ruleset } from '../model/ruleset.ts';
import type { Workflow } from '../model/workflow.ts';
import { buildFindings } from './findings.ts';

/** The rule that speaks for the engine here; see `rules/general/xpl-eng-005.ts`. */
const NOTICE_RULE = 'XPL-ENG-005';
/** What the notice has as its subject. */
const SUBJECT = 'findings-limit';

const count = (value: number): string => value.toLocaleString('en');

function notice(setting: RuleSetting, workflow: Workflow, total: number, listed: number): Finding[] {
  const message = `The file has ${count(total)} findings; the ${count(listed)} most severe ones are listed.`;
  const at = { at: 0, owner: -1, name: '' };
  return buildFindings([{ workflow, setting, problem: { at, message, subject: SUBJECT } }]);
}

/** At most `findingsMax` of the findings. A ruleset without the rule for the notice gets none. */
export function cutFindings(
  findings: readonly Finding[],
  findingsMax: number,
  ruleset: Ruleset,
  workflows: readonly Workflow[],
): readonly Finding[] {
  if (findings.length <= findingsMax) return findings;
  const setting = ruleset.settings.find(({ rule }) => rule.id === NOTICE_RULE);
  if (setting === undefined) return findings.slice(0, findingsMax);
  const listed = findingsMax - 1;
  return [...findings.slice(0, listed), ...notice(setting, workflows[0]!, findings.length, listed)];
}
