/** Lists findings up to a number and a size, most severe first; when there are more, the last entry says so. */
import { formatNumber } from '../../../text/format.ts';
import { type Finding, type GroupPlace, locationText } from '../../model/finding.ts';
import type { Ruleset } from '../../model/ruleset.ts';
import type { Workflow } from '../../model/workflow.ts';
import type { Scored } from '../score.ts';
import { buildFindings, type Findings, type LocatedProblem } from './findings.ts';

/** The rule that speaks for the engine here; see `rules/general/xpl-eng-005.ts`. */
const NOTICE_RULE = 'XPL-ENG-005';
/** What the notice has as its subject. */
const SUBJECT = 'findings-limit';
/** Characters of all listed findings: what an answer may hold, with room for three bytes a character. */
const CHARACTERS_MAX = 16_000_000;
/** About what is the same in every finding: ids, fingerprints, names of members. */
const CHARACTERS_EACH = 800;

function charactersOf(finding: Finding): number {
  const { remediation, group } = finding;
  const own = CHARACTERS_EACH + remediation.length + placeCharacters(finding);
  if (group === undefined) return own;
  return group.places.reduce((sum, place) => sum + CHARACTERS_EACH + placeCharacters(place), own);
}

function placeCharacters({ description, location, subject }: GroupPlace): number {
  return description.length + locationText(location).length + location.path.length + subject.length;
}

/** How many of the findings fit. */
function fitting(findings: readonly Finding[]): number {
  let characters = 0;
  const over = findings.findIndex((finding) => {
    characters += charactersOf(finding);
    return characters > CHARACTERS_MAX;
  });
  return over === -1 ? findings.length : over;
}

/** Findings of which no more are listed than fit. */
export interface LimitedFindings extends Findings {
  readonly unlisted: readonly Scored[];
}

/** As `buildFindings`, and says in the list when it was cut, if the ruleset has the rule for that. */
export function listFindings(
  problems: readonly LocatedProblem[],
  findingsMax: number,
  ruleset: Ruleset,
  workflows: readonly Workflow[],
): LimitedFindings {
  const { listed, all } = buildFindings(problems, findingsMax);
  const fit = fitting(listed);
  if (fit === all.length) return { listed, all, unlisted: [] };
  const setting = ruleset.settings.find(({ rule }) => rule.id === NOTICE_RULE);
  if (setting === undefined) return { listed: listed.slice(0, fit), all, unlisted: all.slice(fit) };
  const kept = listed.slice(0, Math.min(fit, findingsMax - 1));
  const message = `The file has ${formatNumber(all.length)} findings; the ${formatNumber(kept.length)} most severe ones are listed.`;
  const problem = { at: { at: 0, owner: -1, name: '' }, message, subject: SUBJECT };
  const notice = buildFindings([{ workflow: workflows[0]!, setting, problem }], 1);
  return { listed: [...kept, ...notice.listed], all, unlisted: all.slice(kept.length) };
}
