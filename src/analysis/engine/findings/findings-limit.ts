/** Lists findings up to a number and a size, most severe first; if there are more, the last entry is a notice. */
import { formatNumber } from '../../../text/format.ts';
import { type Finding, type GroupPlace, locationText } from '../../model/finding.ts';
import type { Ruleset } from '../../model/ruleset.ts';
import type { Workflow } from '../../model/workflow.ts';
import type { Scored } from '../score.ts';
import type { KeyMakers } from './copy-key.ts';
import { buildFindings, type Findings, type LocatedProblem } from './findings.ts';
import { everyFinding } from './mistakes.ts';

/** Rule of the notice; see `rules/general/xpl-eng-005.ts`. */
const NOTICE_RULE = 'XPL-ENG-005';
/** Subject of the notice. */
const SUBJECT = 'findings-limit';
/** Maximum characters of all listed findings: the size of a response, with room for three bytes a character. */
const CHARACTERS_MAX = 16_000_000;
/** Approximate characters that are the same in every finding: ids, fingerprints, names of members. */
const CHARACTERS_EACH = 800;

function charactersOf(finding: Finding): number {
  const { remediation, group, sameMistake = [] } = finding;
  const own = CHARACTERS_EACH + remediation.length + placeCharacters(finding);
  const behind = group?.places.map((place) => CHARACTERS_EACH + placeCharacters(place)) ?? [];
  return [...behind, ...sameMistake.map(charactersOf)].reduce((sum, characters) => sum + characters, own);
}

function placeCharacters({ description, location, subject }: GroupPlace): number {
  const { path, elementPath = '' } = location;
  return (
    description.length + locationText(location).length + path.length + elementPath.length + subject.length
  );
}

/** Returns the number of findings that fit. */
function fitting(findings: readonly Finding[]): number {
  let characters = 0;
  const over = findings.findIndex((finding) => {
    characters += charactersOf(finding);
    return characters > CHARACTERS_MAX;
  });
  return over === -1 ? findings.length : over;
}

/** Findings with a list that is cut to size. */
export interface LimitedFindings extends Findings {
  /** Findings of each rule by itself that are behind no listed one. */
  readonly unlisted: readonly Scored[];
}

/** Maximum number of listed findings, and the keys of copies where they are looked for. */
export interface FindingsLimits extends KeyMakers {
  readonly findingsMax: number;
}

/** Builds findings as `buildFindings` does, and adds a notice if the list was cut and the ruleset has its rule. */
export function buildLimitedFindings(
  problems: readonly LocatedProblem[],
  { findingsMax, ...keys }: FindingsLimits,
  ruleset: Ruleset,
  workflows: readonly Workflow[],
): LimitedFindings {
  const found = buildFindings(problems, findingsMax, keys);
  const { listed, severities, scored, sources } = found;
  const fit = fitting(listed);
  if (fit === severities.length) return { ...found, unlisted: [] };
  const unlistedFrom = (end: number) => scored.slice(everyFinding(listed.slice(0, end)).length);
  const setting = ruleset.settings.find(({ rule }) => rule.id === NOTICE_RULE);
  if (setting === undefined)
    return {
      ...found,
      listed: listed.slice(0, fit),
      sources: sources.slice(0, fit),
      unlisted: unlistedFrom(fit),
    };
  const shown = listed.slice(0, Math.min(fit, findingsMax - 1));
  const message = `The file has ${formatNumber(severities.length)} findings; the ${formatNumber(shown.length)} most severe ones are listed.`;
  const problem = { at: { at: 0, owner: -1, name: '' }, message, subject: SUBJECT };
  const notice = buildFindings([{ workflow: workflows[0]!, setting, problem }], 1);
  return {
    ...found,
    listed: [...shown, ...notice.listed],
    sources: [...sources.slice(0, shown.length), ...notice.sources],
    unlisted: unlistedFrom(shown.length),
  };
}
