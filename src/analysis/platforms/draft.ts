/** Collects a workflow while a file is read, and closes it into the normal form. */

import { type Memory, newMemory } from '../model/interning/memory.ts';
import type { FileKind } from '../model/kinds/file-kind.ts';
import type { Mentions } from '../model/mentions.ts';
import type { Drawing } from '../model/outline/drawing.ts';
import type { VendorCopy } from '../model/outline/vendor-copy.ts';
import type { Platform } from '../model/platform.ts';
import type {
  Activity,
  Argument,
  Call,
  Connection,
  Expression,
  ExpressionLanguage,
  Note,
  Reference,
  Source,
  Transition,
  Unread,
  Variable,
  Workflow,
} from '../model/workflow.ts';
import { mentionsOf } from './mentions.ts';

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** An activity that is still being read: flow facts may be settled after the walk. */
export type DraftActivity = Writable<Activity>;

/** A workflow under construction; readers push into its arrays and `closeDraft` it at the end. */
export interface Draft {
  readonly platform: Platform;
  readonly kind: FileKind;
  readonly file: string;
  name: string;
  artifactKey: string;
  language: ExpressionLanguage;
  readonly settings: Map<string, string>;
  readonly activities: DraftActivity[];
  readonly variables: Variable[];
  readonly arguments: Argument[];
  readonly calls: Call[];
  readonly connections: Connection[];
  readonly transitions: Transition[];
  readonly starts: number[];
  readonly expressions: Expression[];
  readonly notes: Note[];
  readonly references: Reference[];
  readonly unread: Unread[];
  vendorCopy: VendorCopy | undefined;
  drawing: Drawing | undefined;
  readonly source: Source;
}

/** Creates an empty draft. */
export function openDraft(
  platform: Platform,
  kind: FileKind,
  name: string,
  language: ExpressionLanguage,
  source: Source,
): Draft {
  return {
    platform,
    kind,
    file: '',
    name,
    artifactKey: name,
    language,
    settings: new Map(),
    activities: [],
    variables: [],
    arguments: [],
    calls: [],
    connections: [],
    transitions: [],
    starts: [],
    expressions: [],
    notes: [],
    references: [],
    unread: [],
    vendorCopy: undefined,
    drawing: undefined,
    source,
  };
}

/** Adds an activity; fills in index, owner, and the defaults of fields that few activities have. */
export function addActivity(
  draft: Draft,
  fields: Pick<Activity, 'at' | 'parent' | 'type' | 'role' | 'name' | 'id'> &
    Partial<Pick<Activity, 'slot' | 'enabled' | 'reachable' | 'editorLine' | 'properties'>>,
): DraftActivity {
  const index = draft.activities.length;
  const { at, parent, type, role, name, id, editorLine } = fields;
  const { slot = '', enabled = true, reachable = true, properties = [] } = fields;
  // Written out, as there is one for every step: spreading the fields takes several times as long.
  const activity: DraftActivity = {
    slot,
    enabled,
    reachable,
    properties,
    at,
    parent,
    type,
    role,
    name,
    id,
    index,
    owner: index,
  };
  if (editorLine !== undefined) activity.editorLine = editorLine;
  draft.activities.push(activity);
  return activity;
}

/** Children of nearly all activities. */
const NONE: readonly number[] = [];

/** Facts of a workflow from outside of its file: its path, its name there, and why it could not be read. */
export type Revision = Partial<
  Pick<Workflow, 'file' | 'name' | 'artifactKey' | 'settings' | 'vendorCopy' | 'unread'>
>;
const UNREVISED: Revision = {};

/** A class with lazy getters, as most rules never read the derived fields. */
class ClosedWorkflow implements Workflow {
  readonly platform: Platform;
  readonly kind: FileKind;
  readonly file: string;
  readonly name: string;
  readonly artifactKey: string;
  readonly language: ExpressionLanguage;
  readonly settings: ReadonlyMap<string, string>;
  readonly activities: readonly Activity[];
  readonly variables: readonly Variable[];
  readonly arguments: readonly Argument[];
  readonly calls: readonly Call[];
  readonly connections: readonly Connection[];
  readonly transitions: readonly Transition[];
  readonly starts: readonly number[];
  readonly expressions: readonly Expression[];
  readonly notes: readonly Note[];
  readonly references: readonly Reference[];
  readonly unread: readonly Unread[];
  readonly vendorCopy: VendorCopy | undefined;
  readonly drawing: Drawing | undefined;
  readonly source: Source;
  readonly memory: Memory = newMemory();
  #children: readonly (readonly number[])[] | undefined;
  #mentions: Mentions | undefined;

  constructor(draft: Omit<Workflow, 'children' | 'mentions' | 'memory'>, revision: Revision) {
    this.platform = draft.platform;
    this.kind = draft.kind;
    this.file = revision.file ?? draft.file;
    this.name = revision.name ?? draft.name;
    this.artifactKey = revision.artifactKey ?? draft.artifactKey;
    this.language = draft.language;
    this.settings = revision.settings ?? draft.settings;
    this.activities = draft.activities;
    this.variables = draft.variables;
    this.arguments = draft.arguments;
    this.calls = draft.calls;
    this.connections = draft.connections;
    this.transitions = draft.transitions;
    this.starts = draft.starts;
    this.expressions = draft.expressions;
    this.notes = draft.notes;
    this.references = draft.references;
    this.unread = revision.unread ?? draft.unread;
    this.vendorCopy = 'vendorCopy' in revision ? revision.vendorCopy : draft.vendorCopy;
    this.drawing = draft.drawing;
    this.source = draft.source;
    this.#children = undefined;
    this.#mentions = undefined;
  }

  get children(): readonly (readonly number[])[] {
    return (this.#children ??= childrenOf(this.activities));
  }

  get mentions(): Mentions {
    return (this.#mentions ??= mentionsOf(this.expressions));
  }
}

function childrenOf(activities: readonly Activity[]): readonly (readonly number[])[] {
  const children: (number[] | undefined)[] = new Array(activities.length).fill(undefined);
  for (const { parent, index } of activities) {
    if (parent < 0) continue;
    const inside = children[parent];
    if (inside === undefined) children[parent] = [index];
    else inside.push(index);
  }
  return children.map((inside) => inside ?? NONE);
}

/** Returns the finished workflow. The draft must not be changed afterwards. */
export function closeDraft(draft: Draft): Workflow {
  return new ClosedWorkflow(draft, UNREVISED);
}

/** Returns the same workflow with facts from outside of its file. */
export function revised(workflow: Workflow, revision: Revision): Workflow {
  return new ClosedWorkflow(workflow, revision);
}
