/** Findings about files that are known and were not analysed, or not as a whole: one for each kind, over the whole upload. */
import { formatNumber } from '../../../text/format.ts';
import { truncate } from '../../../text/truncate.ts';
import type { WorkflowFacts } from '../../model/project.ts';
import type { Rule } from '../../model/rule.ts';
import type { RuleSetting, Ruleset } from '../../model/ruleset.ts';
import {
  ARTEFACT_KINDS,
  type ArtefactKind,
  isArtefactKind,
} from '../../platforms/artefacts/artefact-kinds.ts';
import { mayHoldMore } from '../../platforms/artefacts/recognise-artefact.ts';
import type { ProjectProblem } from './project-problem.ts';
import type { Upload } from './units/project-units.ts';

/** Rule about a kind of files. */
export const KIND_RULE = 'XPL-ENG-011';
/** Rule about an upload with nothing else. */
export const NOTHING_RULE = 'XPL-ENG-012';
/** Number of files that a sentence names, and the length of each name. */
const NAMES_MAX = 10;
const NAME_MAX = 60;

/** Kinds of files that are read beside workflows and are none themselves. */
const NO_WORKFLOWS: ReadonlySet<WorkflowFacts['kind']> = new Set([
  'unanalysed',
  'uipath-project',
  'uipath-workbook',
  'uipath-side-file',
  'uipath-object',
  'uipath-coded-agent',
  'uipath-coded-agent-part',
  'uipath-evaluation-set',
  'uipath-evaluator',
  'uipath-solution',
  'uipath-solution-part',
  'power-automate-solution',
  'power-automate-app-source',
  'automation-anywhere-export',
]);

const isUnanalysed = ({ kind }: WorkflowFacts): boolean => kind === 'unanalysed';

/** Returns whether an upload has known files, and none of them was analysed. */
export function isNothingAnalysed({ workflows, hasArchives = false }: Upload): boolean {
  return (
    !hasArchives && workflows.some(isUnanalysed) && workflows.every(({ kind }) => NO_WORKFLOWS.has(kind))
  );
}

/** Returns the facts without those of files that were not analysed, which no rule across files looks at. */
export function analysedOnly(workflows: readonly WorkflowFacts[]): readonly WorkflowFacts[] {
  return workflows.some(isUnanalysed) ? workflows.filter((workflow) => !isUnanalysed(workflow)) : workflows;
}

/** Shows the end of a path, which says more than its beginning. */
function shown(path: string): string {
  const characters = [...path];
  const brief = characters.length <= NAME_MAX ? path : `…${characters.slice(1 - NAME_MAX).join('')}`;
  return JSON.stringify(brief);
}

function namesOf(files: readonly WorkflowFacts[]): string {
  const names = files.slice(0, NAMES_MAX).map(({ file }) => shown(file));
  const more = files.length > NAMES_MAX ? ` and ${formatNumber(files.length - NAMES_MAX)} more` : '';
  return `${names.join(', ')}${more}`;
}

/** Says how much of the files rules have looked at: a reader may have taken a part of some. */
function judgedWords(files: readonly WorkflowFacts[], read: ReadonlySet<string>): string {
  if (files.every(({ file }) => read.has(file))) return 'analysed only in part';
  return files.some(({ file }) => read.has(file)) ? 'not analysed, or only in part' : 'not analysed';
}

function kindSentence(
  kind: ArtefactKind,
  files: readonly WorkflowFacts[],
  read: ReadonlySet<string>,
): string {
  const { one, many, advice } = ARTEFACT_KINDS[kind];
  const judged = judgedWords(files, read);
  const what =
    files.length === 1
      ? `${namesOf(files)} is ${one} and was ${judged}.`
      : `${formatNumber(files.length)} ${many} were ${judged}: ${namesOf(files)}.`;
  return `${what} ${advice}`;
}

function nothingSentence(
  byKind: ReadonlyMap<ArtefactKind, readonly WorkflowFacts[]>,
  read: ReadonlySet<string>,
): string {
  const isSomeRead = [...byKind.values()].some((files) => files.some(({ file }) => read.has(file)));
  const kinds = [...byKind].map(([kind, files]) => {
    const { one, many } = ARTEFACT_KINDS[kind];
    return files.length === 1 ? one : `${formatNumber(files.length)} ${many}`;
  });
  return `${isSomeRead ? 'No workflow' : 'Nothing'} here was analysed: there is no workflow, only ${truncate(kinds.join(', '), 600)}.`;
}

/** Returns the paths of the files that a reader took. */
const readFiles = (workflows: readonly WorkflowFacts[]): ReadonlySet<string> =>
  new Set(workflows.filter((workflow) => !isUnanalysed(workflow)).map(({ file }) => file));

/** Groups the files by their kinds, each file once: a manifest may name it too. */
function byKindOf(
  workflows: readonly WorkflowFacts[],
  read: ReadonlySet<string>,
): Map<ArtefactKind, WorkflowFacts[]> {
  const byKind = new Map<ArtefactKind, WorkflowFacts[]>();
  const files = new Map(workflows.filter(isUnanalysed).map((workflow) => [workflow.file, workflow]));
  for (const workflow of files.values()) {
    const kind = workflow.settings['artefact'];
    if (!isArtefactKind(kind) || (read.has(workflow.file) && !mayHoldMore(workflow.file))) continue;
    const known = byKind.get(kind);
    if (known === undefined) byKind.set(kind, [workflow]);
    else known.push(workflow);
  }
  return byKind;
}

/** Returns the problem of each kind, and the one of an upload in which nothing was analysed. */
export function unanalysedProblems(
  upload: Upload,
  { settings }: Pick<Ruleset, 'settings'>,
): readonly ProjectProblem[] {
  const read = readFiles(upload.workflows);
  const byKind = byKindOf(upload.workflows, read);
  if (byKind.size === 0) return [];
  const settingOf = (id: string): RuleSetting | undefined => {
    const setting = settings.find(({ rule }) => rule.id === id);
    // A policy can make it critical, and nothing of the engine milder.
    return setting === undefined || upload.blockUnanalysed !== true
      ? setting
      : { ...setting, severity: 'high' };
  };
  const problems: ProjectProblem[] = [];
  const report = (id: string, files: readonly WorkflowFacts[], message: string, subject: string): void => {
    const setting = settingOf(id);
    const [first] = files.toSorted((a, b) => (a.file < b.file ? -1 : 1));
    if (setting === undefined || first === undefined) return;
    problems.push({ setting, problem: { at: first.start, message, subject }, in: first, scope: '' });
  };
  for (const [kind, files] of byKind) report(KIND_RULE, files, kindSentence(kind, files, read), kind);
  if (isNothingAnalysed(upload))
    report(NOTHING_RULE, [...byKind.values()].flat(), nothingSentence(byKind, read), 'nothing-analysed');
  return problems;
}

/** Returns whether a rule is one of these, which every upload is judged by. */
export const isAboutUnanalysed = ({ id }: Rule): boolean => id === KIND_RULE || id === NOTHING_RULE;
