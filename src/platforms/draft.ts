/** Collects a workflow while a file is read, and closes it into the normal form. */
import type { Platform } from '../model/platform.ts';
import type {
  Activity,
  Argument,
  Call,
  Connection,
  Expression,
  ExpressionLanguage,
  FileKind,
  Note,
  Reference,
  Source,
  Transition,
  Unread,
  Variable,
  Workflow,
} from '../model/workflow.ts';

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
  readonly expressions: Expression[];
  readonly notes: Note[];
  readonly references: Reference[];
  readonly unread: Unread[];
  readonly source: Source;
}

/** An empty draft. */
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
    expressions: [],
    notes: [],
    references: [],
    unread: [],
    source,
  };
}

/** Adds an activity; index, owner, and the defaults of what few activities have are filled in. */
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

/** What nearly all activities hold. */
const NONE: readonly number[] = [];

/** The finished workflow. The draft must not be changed afterwards. */
export function closeDraft(draft: Draft): Workflow {
  const children: (number[] | undefined)[] = new Array(draft.activities.length).fill(undefined);
  for (const { parent, index } of draft.activities) {
    if (parent < 0) continue;
    const inside = children[parent];
    if (inside === undefined) children[parent] = [index];
    else inside.push(index);
  }
  return { ...draft, children: children.map((inside) => inside ?? NONE) };
}
