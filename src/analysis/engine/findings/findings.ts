/** Turns problems into findings: exact place, identity, and all texts of the rule. */
import { truncate } from '../../../text/truncate.ts';
import { COMPLIANCE } from '../../model/compliance.ts';
import type { Finding, Fingerprints, Location, TraceStep } from '../../model/finding.ts';
import { type Rule, SEVERITIES, type Severity } from '../../model/rule.ts';
import type { Place } from '../../model/subjects/spot.ts';
import type { Anchor, Workflow } from '../../model/workflow.ts';
import type { RuleProblem } from '../run-rules.ts';
import type { Scored } from '../score.ts';
import type { KeyMakers } from './copy-key.ts';
import { dedupeGroupOf, elementOf } from './element.ts';
import { type ElementName, elementNames, isActivity, type Names } from './element-names.ts';
import { fingerprintAll, type Identity, uuidFromFingerprint } from './fingerprint.ts';
import { foldGroups, groupFindings, groupIdentity, groupOf, takeGroups } from './group.ts';
import { type FoundPlace, locate, locationAt } from './location.ts';
import { everyFinding, foldMistakes, type Mistaken, mistakenOf, standFor } from './mistakes.ts';
import { NAME_MAX, PATH_MAX } from './shorten.ts';
import { traceSteps } from './trace-steps.ts';

/** A problem with its workflow. */
export interface LocatedProblem extends RuleProblem {
  readonly workflow: Workflow;
  /** The project of a rule across files; absent: the rule is about the workflow alone. */
  readonly scope?: string;
}

function subjectOf({ workflow, problem }: FoundPlace): string {
  const subject = problem.subject ?? (isActivity(workflow, problem.at) ? '' : problem.at.name);
  return truncate(subject, NAME_MAX);
}

/** Returns the id for fingerprints: the oldest id of the rule, so that a new id does not make old findings new. */
export const oldestId = (rule: Rule): string => rule.replaces?.[0] ?? rule.id;

function identify(located: LocatedProblem, inside: readonly ElementName[]): Identity {
  return { ruleId: oldestId(located.setting.rule), ...identityOf(located, inside) };
}

function identityOf(located: FoundPlace, inside: readonly ElementName[]): Omit<Identity, 'ruleId'> {
  const { workflow, problem } = located;
  const owner = workflow.activities[problem.at.owner];
  const pathKey = inside.map(({ key }) => key).join('/');
  return {
    artifactKey: truncate(workflow.artifactKey, NAME_MAX),
    elementKey: owner === undefined || owner.id === '' ? pathKey : truncate(owner.id, NAME_MAX),
    pathKey,
    subject: subjectOf(located),
    type: truncate(owner?.type ?? '', NAME_MAX),
  };
}

const tagsOf = new WeakMap<object, readonly string[]>();

/** Returns the control ids of a rule, without repeats. */
export function complianceTagsOf(rule: Pick<Rule, 'compliance' | 'controls'>): readonly string[] {
  let tags = tagsOf.get(rule);
  if (tags === undefined) {
    const ofBundles = rule.compliance.flatMap((bundle) => COMPLIANCE[bundle] as readonly string[]);
    tags = [...new Set([...ofBundles, ...(rule.controls ?? [])])];
    tagsOf.set(rule, tags);
  }
  return tags;
}

/** Returns all data about a place that a finding needs once the document is gone. */
export function placeOf(workflow: Workflow, at: Anchor, names: Names = new Map()): Place {
  const inside = elementNames(workflow, at, names);
  const { line, column } = workflow.source.lineAndColumn(at.at);
  const located = { workflow, problem: { at, message: '' } };
  const { elementKey, pathKey, type } = identityOf(located, inside);
  return { ...locate({ located, line, column }, inside), elementKey, pathKey, type };
}

/** Returns the scope of a group's cause. */
const scopeOf = ({ scope, workflow }: LocatedProblem): string =>
  truncate(scope ?? workflow.artifactKey, NAME_MAX);

/** Returns the key of what shares causes: a value is the same wherever it stands, so all workflows of a file share secrets. */
function groupScopeOf(located: LocatedProblem): string {
  const { scope, workflow, setting } = located;
  if (scope === undefined && setting.rule.groupBy === 'secret') return '';
  // Files of an archive may have one name, projects have not.
  return `${scope === undefined ? workflow.file : ''}\n${scopeOf(located)}`;
}

interface Placed {
  readonly located: LocatedProblem;
  readonly line: number;
  readonly column: number;
}

const rank = ({ located }: Placed): number => SEVERITIES.indexOf(located.setting.severity);

/** Orders by severity, then in the order of the document, the files of an archive one after the other. */
function byImportance(a: Placed, b: Placed): number {
  const severity = rank(a) - rank(b);
  if (severity !== 0) return severity;
  const [first, second] = [a.located, b.located];
  if (first.workflow.file !== second.workflow.file)
    return first.workflow.file < second.workflow.file ? -1 : 1;
  // A script inside another file is one place of that file: its own positions decide the order.
  const place = a.line - b.line || a.column - b.column || first.problem.at.at - second.problem.at.at;
  if (place !== 0 || first.setting.rule.id === second.setting.rule.id) return place;
  return first.setting.rule.id < second.setting.rule.id ? -1 : 1;
}

const NO_TAGS: readonly string[] = [];

const graceNote = (own: Severity, until: string): string =>
  ` An upgrade brought this rule: its findings are at most medium until ${until}, and this one is ${own} from then on.`;

/** Returns the finding of a rule's problem at a place. */
function toFinding(
  {
    found: { setting, problem, isWaived, ownSeverity, graceUntil },
    location,
    identity,
    copyKey,
    trace,
    contentKey,
  }: LocatedSpot,
  fingerprints: Fingerprints,
): Finding {
  const { rule, severity, tags = NO_TAGS } = setting;
  const own = complianceTagsOf(rule);
  return {
    id: uuidFromFingerprint(fingerprints.strong),
    ruleId: rule.id,
    rule: rule.title,
    detectorId: `${rule.id}@${rule.textDigest ?? rule.version}`,
    severity,
    ...(ownSeverity === undefined ? {} : { ownSeverity }),
    ...(problem.measure === undefined ? {} : { measure: problem.measure }),
    category: rule.category,
    confidence: rule.confidence,
    kind: rule.kind,
    description: `${problem.message} ${rule.why}${graceUntil === undefined ? '' : graceNote(ownSeverity!, graceUntil)}`,
    remediation: rule.fix,
    complianceTags: tags.length === 0 ? own : [...new Set([...own, ...tags])],
    location,
    subject: identity.subject,
    dedupeGroup: dedupeGroupOf(rule, problem),
    ...(trace === undefined ? {} : { trace }),
    ...(copyKey === undefined ? {} : { copyKey }),
    ...(contentKey === undefined ? {} : { contentKey }),
    fingerprints,
    exceptionId: null,
    exceptionStatus: isWaived === true ? 'approved' : 'none',
  };
}

/** A problem with its place and its identity there. */
export interface LocatedSpot {
  readonly found: RuleProblem;
  readonly location: Location;
  readonly identity: Identity;
  /** Scope of a group's cause. */
  readonly scope: string;
  /** Key that it shares with its copies in the file; absent where copies are not looked for. */
  readonly copyKey?: string | undefined;
  /** Way of the data, where the rule follows data. */
  readonly trace?: readonly TraceStep[] | undefined;
  /** Key that it shares with copies of its element in other files of the project; absent as before. */
  readonly contentKey?: string | undefined;
}

/** Makes a finding of each group of spots. Each place has the fingerprints that it would have by itself. */
export function toFindings(groups: readonly (readonly LocatedSpot[])[]): Finding[] {
  const spots = groups.flat();
  const ofPlaces = fingerprintAll(spots.map(({ identity }) => identity));
  const places = spots.map((spot, i) => toFinding(spot, ofPlaces[i]!));
  const causes = groups.map(([first]) => groupIdentity(first!.found, first!.identity, first!.scope));
  const ofCauses = fingerprintAll(causes.filter((cause) => cause !== undefined));
  let at = 0;
  let cause = 0;
  return groups.map((group, i) => {
    const own = places.slice(at, at + group.length);
    at += group.length;
    const identity = causes[i];
    if (identity === undefined) return own[0]!;
    const { rule } = group[0]!.found.setting;
    return groupFindings(own, rule.groupBy!, ofCauses[cause++]!);
  });
}

/** Returns the part of an unlisted finding that the score needs. */
function toScored({ located }: Placed): Scored {
  const { workflow, setting, problem, isWaived } = located;
  const { rule, severity } = setting;
  const { id: ruleId, kind } = rule;
  const dedupeGroup = dedupeGroupOf(rule, problem);
  const exceptionStatus = isWaived === true ? 'approved' : 'none';
  const base = { ruleId, severity, kind, dedupeGroup, exceptionStatus } as const;
  // Only rules that share a group are compared by place.
  if (dedupeGroup === ruleId) return { ...base, location: { names: [], path: '' } };
  const path = truncate(workflow.source.path(problem.at.at), PATH_MAX);
  const names = [truncate(workflow.file || workflow.name, NAME_MAX)];
  return { ...base, location: { names, path, ...elementOf(workflow, problem.at, dedupeGroup) } };
}

export interface Findings {
  /** The most severe ones, at most the requested number. */
  readonly listed: readonly Finding[];
  /** Severities of all of them, for the totals. */
  readonly severities: readonly Severity[];
  /** Findings of each rule by itself, for the score: first those behind the listed ones. */
  readonly scored: readonly Scored[];
  /** Problems behind each listed one: several for a group, and where several rules report it. */
  readonly sources: readonly (readonly LocatedProblem[])[];
}

/**
 * Builds findings, most severe first, then in the order of the document. The listed ones are numbered as if all were:
 * equal identities have one rule, so those that come earlier in the document stand earlier in the list.
 * @param keys give each its keys among copies
 */
export function buildFindings(
  problems: readonly LocatedProblem[],
  listedMax: number,
  keys: KeyMakers = {},
): Findings {
  if (problems.length === 0) return { listed: [], severities: [], scored: [], sources: [] };
  const placed = problems
    .map((located): Placed => {
      const { line, column } = located.workflow.source.lineAndColumn(located.problem.at.at);
      return { located, line, column };
    })
    .sort(byImportance);
  const groups = foldGroups(
    placed,
    ({ located }) => located,
    ({ located }) => groupScopeOf(located),
  );
  const mistakes = foldMistakes(groups, mistakenBy);
  const top = takeGroups(
    mistakes.map((mistake) => mistake.flat()),
    listedMax,
  ).map((_, i) => mistakes[i]!);
  const listed = listMistakes(top, groups, keys);
  const others = mistakes.slice(top.length);
  return {
    listed,
    severities: mistakes.map(severityOf),
    scored: [...everyFinding(listed), ...others.flat().map(([first]) => toScored(first!))],
    sources: top.map((mistake) => mistake.flat().map(({ located }) => located)),
  };
}

/** Returns the worst severity of a mistake's problems. */
function severityOf(mistake: readonly Placed[][]): Severity {
  return SEVERITIES[Math.min(...mistake.map(([first]) => rank(first!)))]!;
}

/** Returns what decides which mistake a group is about, by its first place; undefined where it is one of its own. */
function mistakenBy([first]: readonly Placed[]): Mistaken | undefined {
  return mistakenOf(toScored(first!), String(first!.located.isWaived));
}

/** Builds the finding of each mistake. Equal identities are numbered in the order of all groups, whichever mistake they are of. */
function listMistakes(
  mistakes: readonly (readonly Placed[][])[],
  groups: readonly Placed[][],
  keys: KeyMakers,
): readonly Finding[] {
  if (mistakes.every(({ length }) => length === 1))
    return listGroups(
      mistakes.map(([group]) => group!),
      keys,
    );
  const chosen = new Set(mistakes.flat());
  const inOrder = groups.filter((group) => chosen.has(group));
  const findings = listGroups(inOrder, keys);
  const findingOf = new Map(inOrder.map((group, i) => [group, findings[i]!]));
  return mistakes.map((mistake) => standFor(mistake.map((group) => findingOf.get(group)!)));
}

function listGroups(groups: readonly Placed[][], { copyKeys, contentKeys }: KeyMakers): Finding[] {
  const names: Names = new Map();
  const toSpot = (placed: Placed, index: number): LocatedSpot => {
    const { located } = placed;
    const { workflow, setting, problem } = located;
    const inside = elementNames(workflow, problem.at, names);
    const element = elementOf(workflow, problem.at, dedupeGroupOf(setting.rule, problem));
    const location = { ...locate(placed, inside), ...element };
    const identity = identify(located, inside);
    const place = { at: problem.at, message: problem.message };
    const copyKey = copyKeys?.(workflow, place, identity);
    const cause = setting.rule.groupBy === 'secret' ? groupOf(located) : undefined;
    // A secret is known by its value alone, however many places a file has: the first stands for them.
    const contentKey =
      cause === undefined || index === 0 ? contentKeys?.(workflow, place, identity, cause) : undefined;
    const trace = traceSteps(problem.trace, (at) => locationAt(workflow, at, names));
    return { found: located, location, identity, scope: scopeOf(located), copyKey, contentKey, trace };
  };
  return toFindings(groups.map((group) => group.map(toSpot)));
}
