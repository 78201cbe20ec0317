/** Turns problems into findings: exact place, identity, and everything that the rule says about it. */
import { COMPLIANCE } from '../model/compliance.ts';
import type { Finding, Location } from '../model/finding.ts';
import { nameChain } from '../model/navigate.ts';
import { type Rule, SEVERITIES } from '../model/rule.ts';
import type { Anchor, Workflow } from '../model/workflow.ts';
import { fingerprintAll, type Identity, normaliseName, uuidFromFingerprint } from './fingerprint.ts';
import type { RuleProblem } from './run-rules.ts';

/** A problem and the workflow that it is in. */
export interface LocatedProblem extends RuleProblem {
  readonly workflow: Workflow;
}

function isActivity(workflow: Workflow, anchor: Anchor): boolean {
  return workflow.activities[anchor.owner]?.at === anchor.at;
}

/** Names inside the workflow, from the outermost container to the anchor. */
function elementNames(workflow: Workflow, anchor: Anchor): string[] {
  const names = nameChain(workflow, anchor.owner);
  if (!isActivity(workflow, anchor) && anchor.name !== '') names.push(anchor.name);
  return names;
}

function locate(workflow: Workflow, anchor: Anchor): Location {
  const { file, name } = workflow;
  const names = [...(file === '' ? [] : [file]), name, ...elementNames(workflow, anchor)];
  const editorLine = workflow.activities[anchor.owner]?.editorLine;
  return {
    names,
    path: workflow.source.path(anchor.at),
    ...workflow.source.lineAndColumn(anchor.at),
    ...(editorLine === undefined ? {} : { editorLine }),
  };
}

function identify({ workflow, setting, problem }: LocatedProblem): Identity {
  const anchor = problem.at;
  const owner = workflow.activities[anchor.owner];
  const pathKey = elementNames(workflow, anchor).map(normaliseName).join('/');
  return {
    ruleId: setting.rule.id,
    artifactKey: workflow.artifactKey,
    elementKey: owner === undefined || owner.id === '' ? pathKey : owner.id,
    pathKey,
    subject: problem.subject ?? (isActivity(workflow, anchor) ? '' : anchor.name),
    type: owner?.type ?? '',
  };
}

/** Control ids of a rule, without repeats. */
export function complianceTagsOf(rule: Rule): string[] {
  return [
    ...new Set([
      ...rule.compliance.flatMap((bundle) => COMPLIANCE[bundle] as readonly string[]),
      ...(rule.controls ?? []),
    ]),
  ];
}

interface Placed {
  readonly located: LocatedProblem;
  readonly location: Location;
}

/** The order of the document, the files of an archive one after the other. */
function byPlace(a: Placed, b: Placed): number {
  const [first, second] = [a.located, b.located];
  if (first.workflow.file !== second.workflow.file)
    return first.workflow.file < second.workflow.file ? -1 : 1;
  const place = a.location.line - b.location.line || a.location.column - b.location.column;
  return place || (first.setting.rule.id < second.setting.rule.id ? -1 : 1);
}

/** Findings, most severe first, then in the order of the document. */
export function buildFindings(problems: readonly LocatedProblem[]): Finding[] {
  const placed = problems
    .map((located) => ({ located, location: locate(located.workflow, located.problem.at) }))
    .sort(byPlace);
  const identities = placed.map(({ located }) => identify(located));
  const fingerprints = fingerprintAll(identities);
  const tags = new Map<Rule, readonly string[]>();
  const findings = placed.map(({ located: { setting, problem }, location }, i): Finding => {
    const { rule, severity } = setting;
    const complianceTags = tags.get(rule) ?? complianceTagsOf(rule);
    tags.set(rule, complianceTags);
    return {
      id: uuidFromFingerprint(fingerprints[i]!.strong),
      ruleId: rule.id,
      rule: rule.title,
      detectorId: `${rule.id}@${rule.version}`,
      severity,
      category: rule.category,
      confidence: rule.confidence,
      kind: rule.kind,
      description: `${problem.message} ${rule.why}`,
      remediation: rule.fix,
      complianceTags,
      location,
      subject: identities[i]!.subject,
      dedupeGroup: rule.dedupeGroup ?? rule.id,
      fingerprints: fingerprints[i]!,
      exceptionId: null,
      exceptionStatus: 'none',
    };
  });
  const rank = (finding: Finding): number => SEVERITIES.indexOf(finding.severity);
  return findings.sort((a, b) => rank(a) - rank(b));
}
