/** Collects the facts about a workflow that the rules of projects need, as plain data. */
import { formatNumber } from '../../../text/format.ts';
import { truncate } from '../../../text/truncate.ts';
import { fixedTextOf, isLive } from '../../model/navigate.ts';
import type { Platform } from '../../model/platform.ts';
import type {
  ArgumentFacts,
  BindingFacts,
  CallFacts,
  ClueFacts,
  Gather,
  PageFacts,
  WorkflowFacts,
} from '../../model/project.ts';
import type { Spot } from '../../model/subjects/spot.ts';
import type { Activity, Anchor, Argument, Binding, Call, Workflow } from '../../model/workflow.ts';
import { revised } from '../../platforms/draft.ts';
import { limitExceeded } from '../../platforms/limits.ts';
import { placeOf } from '../findings/findings.ts';
import { NAME_MAX } from '../findings/shorten.ts';
import { type ArgumentUses, usesOf } from './argument-uses.ts';
import { counts } from './counted-calls.ts';
import { type FollowedAcross, flowFacts } from './data-flow/flow-facts.ts';
import { handsItemOver, loopItems } from './loop-items.ts';
import { withShortTexts } from './short-texts.ts';
import { vendorRanges } from './vendor-ranges.ts';

/** A rule that stores clues about each workflow. */
export interface Gatherer {
  readonly ruleId: string;
  readonly platforms: readonly Platform[];
  readonly gather: Gather;
  readonly includeDisabled: boolean;
}

export interface CollectOptions {
  /** Path in the project when the file is read by itself: facts are sent then, and need their places. */
  readonly path?: string;
  /** False if callers are not resolved: uses of arguments are not needed. */
  readonly hasCallers: boolean;
  /** Data that is followed through the workflow; absent: none is. */
  readonly follows?: FollowedAcross;
}

/**
 * Maximum number of calls, arguments and the like of each kind in a file. A file with more is rejected: an omitted one
 * could hide a finding.
 */
const ENTRIES_MAX = 20_000;
/** Maximum length of a path or id in a call. */
const TARGET_MAX = 1_000;

function requireFew(count: number, what: string): void {
  if (count > ENTRIES_MAX)
    throw limitExceeded(`has more than ${formatNumber(ENTRIES_MAX)} ${what}`, ENTRIES_MAX);
}

/** Returns the page of an activity, or -1. */
function pageOf(workflow: Workflow, owner: number): number {
  for (let at = owner; at >= 0; at = workflow.activities[at]!.parent)
    if (workflow.activities[at]!.role === 'page') return at;
  return -1;
}

/** Returns whether arguments come from a dictionary that is filled at run time. */
const isOpen = ({ properties }: Activity): boolean =>
  properties.some((property) => property.name === 'ArgumentsVariable' && property.text !== '');

type ToSpot = (anchor: Anchor) => Spot;

function bindingFacts(bindings: readonly Binding[]): BindingFacts[] {
  const facts: BindingFacts[] = [];
  requireFew(bindings.length, 'arguments in one call');
  for (let i = 0; i < bindings.length; i += 1) {
    const { name, direction, type = '', isBlank, value } = bindings[i]!;
    const fixed = type === '' || type === 'String' ? undefined : fixedTextOf(value);
    facts.push({
      name: truncate(name, NAME_MAX),
      direction,
      type,
      ...(isBlank && { isBlank }),
      ...(fixed && { fixed: { ...fixed, text: truncate(fixed.text, NAME_MAX) } }),
    });
  }
  return facts;
}

/** Returns the target of a call. @throws AppError for a path that is too long to be shown */
function targetOf({ target }: Call): string | undefined {
  if (target !== undefined && target.length > TARGET_MAX)
    throw limitExceeded(
      `calls another by a path of more than ${formatNumber(TARGET_MAX)} characters`,
      TARGET_MAX,
    );
  return target;
}

/** Context that all calls of a workflow share. */
interface CallContext {
  readonly workflow: Workflow;
  readonly items: ReadonlySet<string>;
  readonly toSpot: ToSpot;
}

function callFacts({ workflow, items, toSpot }: CallContext, call: Call, activity: Activity): CallFacts {
  const { bindings } = call;
  // The place already starts with the step's own name.
  const isUnnamed = call.name === activity.name;
  const spot = toSpot(isUnnamed ? { at: call.at, owner: call.owner, name: '' } : call);
  return {
    ...spot,
    type: activity.type,
    step: truncate(activity.name, NAME_MAX),
    target: targetOf(call),
    ...(call.folder && { folder: truncate(call.folder, NAME_MAX) }),
    page: pageOf(workflow, call.owner),
    isCounted: bindings.some(counts) || handsItemOver(bindings, items),
    isOpen: isOpen(activity),
    bindings: bindingFacts(bindings),
  };
}

/** Returns the facts of the calls that can run. */
function callsOf(workflow: Workflow, toSpot: ToSpot): CallFacts[] {
  const facts: CallFacts[] = [];
  const { length } = workflow.calls;
  requireFew(length, 'calls');
  if (length === 0) return facts;
  const context = { workflow, items: loopItems(workflow), toSpot };
  for (let i = 0; i < length; i += 1) {
    const call = workflow.calls[i]!;
    const activity = workflow.activities[call.owner];
    if (activity !== undefined && isLive(activity)) facts.push(callFacts(context, call, activity));
  }
  return facts;
}

/** A class, because `isUsed` is computed on first access: the rules of most platforms do not read it. */
class DeclaredArgument implements ArgumentFacts {
  readonly name: string;
  readonly key: string;
  readonly direction: Argument['direction'];
  readonly type: string;
  readonly hasDefault: boolean;
  readonly page: number;
  readonly #ownKey: string;
  readonly #uses: ArgumentUses;

  constructor(argument: Argument, uses: ArgumentUses) {
    this.name = truncate(argument.name, NAME_MAX);
    this.key = truncate(argument.key, NAME_MAX);
    this.direction = argument.direction;
    this.type = truncate(argument.type, NAME_MAX);
    this.hasDefault = argument.default !== undefined;
    this.page = argument.owner;
    this.#ownKey = argument.key;
    this.#uses = uses;
  }

  get isUsed(): boolean {
    return this.#uses.isMentioned(this.#ownKey);
  }

  get isGuarded(): boolean {
    return this.#uses.isGuarded(this.#ownKey);
  }

  get isOpened(): boolean {
    return this.#uses.isOpened(this.#ownKey);
  }
}

function argumentsOf(workflow: Workflow, hasCallers: boolean, travels: boolean): ArgumentFacts[] {
  const uses = usesOf(workflow, hasCallers);
  requireFew(workflow.arguments.length, 'arguments');
  return workflow.arguments.map((argument) => {
    const facts = new DeclaredArgument(argument, uses);
    if (!travels) return facts;
    const { page, isUsed, isGuarded, isOpened, ...others } = facts;
    return { ...others, isUsed, isGuarded, isOpened, page };
  });
}

function pagesOf(workflow: Workflow): PageFacts[] {
  const pages: PageFacts[] = [];
  for (const activity of workflow.activities) {
    if (activity.role !== 'page') continue;
    const { index, id, name } = activity;
    pages.push({ index, id, name: truncate(name, NAME_MAX) });
  }
  requireFew(pages.length, 'pages');
  return pages;
}

/** Returns whether a rule stores anything about a workflow. */
export function hasClue({ platforms, gather }: Gatherer, workflow: Workflow): boolean {
  if (!platforms.includes(workflow.platform)) return false;
  for (const _ of gather(workflow)) return true;
  return false;
}

function cluesOf(
  workflow: Workflow,
  gatherers: readonly Gatherer[],
  toSpot: ToSpot,
): Record<string, ClueFacts[]> {
  const clues: Record<string, ClueFacts[]> = {};
  for (const { ruleId, platforms, gather, includeDisabled } of gatherers) {
    if (!platforms.includes(workflow.platform)) continue;
    const found: ClueFacts[] = [];
    for (const { at, text = '', data } of gather(workflow)) {
      const owner = workflow.activities[at.owner];
      if (!includeDisabled && owner !== undefined && !isLive(owner)) continue;
      const cut = data && { data: withShortTexts(data) };
      found.push({ at: toSpot(at), text: truncate(text, TARGET_MAX), ...cut });
      requireFew(found.length, 'places that a rule compares with other files');
    }
    if (found.length > 0) clues[ruleId] = found;
  }
  return clues;
}

/** Files whose settings influence the analysis of others. */
const HAS_SETTINGS = new Set<Workflow['kind']>([
  'uipath-project',
  'uipath-solution-part',
  'power-automate-solution',
  'automation-anywhere-export',
  'unreadable',
]);
const START: Anchor = { at: 0, owner: -1, name: '' };

/** Returns the facts of one workflow. */
export function collectFacts(
  workflow: Workflow,
  gatherers: readonly Gatherer[],
  { path, hasCallers, follows }: CollectOptions,
): WorkflowFacts {
  const travels = path !== undefined;
  requireFew(workflow.references.length, 'references');
  const own = travels
    ? revised(workflow, { file: workflow.file === '' ? path : `${path}/${workflow.file}` })
    : workflow;
  const names = new Map();
  const toSpot: ToSpot = ({ at, owner, name }) => {
    const anchor = { at, owner, name: truncate(name, NAME_MAX) };
    return travels ? { ...anchor, place: placeOf(own, { at, owner, name }, names) } : anchor;
  };
  const { platform, kind, language, file, name, artifactKey } = own;
  const vendor = vendorRanges(workflow);
  const flows = follows === undefined ? undefined : flowFacts(workflow, follows, toSpot);
  return {
    platform,
    kind,
    language,
    file,
    name: truncate(name, NAME_MAX),
    artifactKey: truncate(artifactKey, NAME_MAX),
    ...(vendor.length > 0 ? { vendor } : {}),
    settings: HAS_SETTINGS.has(kind) ? Object.fromEntries(workflow.settings) : {},
    start: toSpot(START),
    arguments: argumentsOf(workflow, hasCallers, travels),
    calls: callsOf(workflow, toSpot),
    pages: workflow.calls.length === 0 && !hasCallers ? [] : pagesOf(workflow),
    references: workflow.references.map((reference) => ({
      ...toSpot(reference),
      kind: reference.kind,
      target: truncate(reference.target, TARGET_MAX),
      detail: truncate(reference.detail, NAME_MAX),
    })),
    ...(flows === undefined ? {} : { flows }),
    clues: cluesOf(workflow, gatherers, toSpot),
  };
}
