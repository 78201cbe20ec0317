/** Frame of a finding: the step before, the step, the step after, in their containers. */
import type { FramedSetting, FramedStep, StepFrame } from '../../model/outline/step-frame.ts';
import type { Activity, Anchor, Property, Variable, Workflow } from '../../model/workflow.ts';
import { stepName } from '../step-name.ts';
import { designerType, settingLabel } from './designer-names.ts';
import { frameIndex } from './frame-index.ts';
import { type ShownTerms, shownValue } from './shown-value.ts';

/** Containers around a step that are shown; the place of a finding names all. */
const CONTAINERS_MAX = 3;

/** Returns whether lines, not the order of the file, say what comes before and after a step. */
function isDrawnByLines({ language, drawing }: Workflow, step: Activity): boolean {
  return language === 'workflow-definition' || drawing?.areaOf(step) !== undefined;
}

/** Returns the step before and the step after; undefined where there is none. */
function neighboursOf(
  workflow: Workflow,
  step: Activity,
): readonly [before: Activity | undefined, after: Activity | undefined] {
  const { activities } = workflow;
  const { besides, transitionsTo, transitionsFrom } = frameIndex(workflow);
  if (isDrawnByLines(workflow, step)) {
    const nearby = (index: number): Activity | undefined => {
      const other = activities[index];
      return other !== undefined && other.parent === step.parent && other !== step ? other : undefined;
    };
    const before = transitionsTo.get(step.index)?.find(({ from }) => nearby(from) !== undefined);
    const after = transitionsFrom.get(step.index)?.find(({ to }) => nearby(to) !== undefined);
    if (before !== undefined || after !== undefined)
      return [before && activities[before.from], after && activities[after.to]];
  }
  return besides(step);
}

function framed(workflow: Workflow, step: Activity, depth: number): FramedStep {
  const { platform, kind } = workflow;
  const name = stepName(step.name);
  const type = designerType(platform, kind, step);
  return {
    depth,
    name: name === '' ? type : name,
    type: name.toLowerCase() === type.toLowerCase() ? '' : type,
    role: step.role,
    // Blocks of A360 that are not the first one are commands by name: Else, Catch, Finally.
    slot: platform === 'automation-anywhere' ? '' : stepName(step.slot),
    isOnlyPart: frameIndex(workflow).isOnlyPart(step),
  };
}

function termsOf(
  workflow: Workflow,
  { isSensitive }: FramedProblem,
  { name, type }: Pick<ShownTerms, 'name' | 'type'>,
): ShownTerms {
  const { isDeclared } = frameIndex(workflow);
  return { name, type, isSensitive, isDeclared };
}

/** Returns the property that a problem is about; undefined if it is about the step as a whole. */
function propertyAt({ properties }: Activity, at: Anchor, subject: string | undefined): Property | undefined {
  return (
    properties.find((property) => property.at === at.at || property.expression?.at === at.at) ??
    properties.find(({ name }) => name === subject || name === at.name)
  );
}

function settingOf(workflow: Workflow, step: Activity, problem: FramedProblem): FramedSetting | null {
  const { at, subject } = problem;
  const property = propertyAt(step, at, subject);
  if (property === undefined) return null;
  return {
    label: settingLabel(property.name),
    value: shownValue(property, termsOf(workflow, problem, { name: property.name, type: '' })),
  };
}

/** A problem as far as its frame shows it. */
export interface FramedProblem {
  readonly at: Anchor;
  readonly subject?: string | undefined;
  /** It is about security or privacy. */
  readonly isSensitive: boolean;
}

/** Types of A360 are stored in capitals. */
const symbolType = (type: string): string =>
  /^[A-Z]{2,}$/.test(type) ? type.slice(0, 1) + type.slice(1).toLowerCase() : type;

function symbolSetting(workflow: Workflow, problem: FramedProblem, symbol: Variable): FramedSetting {
  const { name, type, default: value } = symbol;
  const shown = value === undefined ? null : shownValue(value, termsOf(workflow, problem, symbol));
  return { label: stepName(type === '' ? name : `${name} (${symbolType(type)})`), value: shown };
}

/** Returns the frame of a problem; null for one that is about the workflow as a whole. */
export function stepFrame(workflow: Workflow, problem: FramedProblem): StepFrame | null {
  const { activities } = workflow;
  const { owner } = problem.at;
  const symbol = frameIndex(workflow).symbols.get(problem.at.at);
  const step = activities[owner];
  if (step === undefined)
    return symbol === undefined
      ? null
      : { isCut: false, steps: [], place: -1, setting: symbolSetting(workflow, problem, symbol) };
  const outer: Activity[] = [];
  for (let at = step.parent; at >= 0 && outer.length <= CONTAINERS_MAX; at = activities[at]!.parent)
    outer.unshift(activities[at]!);
  const shown = outer.slice(-CONTAINERS_MAX);
  const [before, after] = neighboursOf(workflow, step);
  const inner = [before, step, after].filter((one) => one !== undefined);
  return {
    isCut: shown.length < outer.length,
    steps: [
      ...shown.map((one, depth) => framed(workflow, one, depth)),
      ...inner.map((one) => framed(workflow, one, shown.length)),
    ],
    place: shown.length + inner.indexOf(step),
    ...(step.editorLine === undefined ? {} : { editorLine: step.editorLine }),
    setting:
      symbol === undefined ? settingOf(workflow, step, problem) : symbolSetting(workflow, problem, symbol),
  };
}
