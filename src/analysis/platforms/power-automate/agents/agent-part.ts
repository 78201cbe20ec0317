/**
 * Reader of Copilot Studio agents: parts of a workspace (`*.mcs.yml`), and `bots` and `botcomponents` of solutions. From the
 * vendor's schema for authors (microsoft/skills-for-copilot-studio, `bot.schema.yaml-authoring.json`).
 */
import type { Property, Role, Workflow } from '../../../model/workflow.ts';
import { addActivity, closeDraft, type Draft, type DraftActivity, openDraft } from '../../draft.ts';
import type { InputFile } from '../../input-file.ts';
import type { KindReader } from '../../kinds/kind-reader.ts';
import { ownTextProperty } from '../../range-property.ts';
import { textLines } from '../../text-lines.ts';
import { pointerTo, readPlacedYaml, textAt } from '../../yaml/document.ts';
import type { YamlValue } from '../../yaml/yaml-value.ts';
import { NO_DOCUMENT, POWER_FX } from './power-fx.ts';

/** Roles of the kinds of elements; those that begin with `On` are triggers. */
const ROLES: ReadonlyMap<string, Role> = new Map<string, Role>(
  Object.entries({
    AdaptiveDialog: 'sequence',
    TaskDialog: 'sequence',
    AgentDialog: 'sequence',
    ConditionGroup: 'branch',
    ConditionItem: 'branch',
    Foreach: 'loop',
    SetVariable: 'assign',
    SetTextVariable: 'assign',
    SetMultipleVariables: 'assign',
    SendActivity: 'message',
    Question: 'message',
    AdaptiveCardPrompt: 'message',
    HttpRequestAction: 'http',
    BeginDialog: 'invoke',
    ReplaceDialog: 'invoke',
    InvokeFlowAction: 'invoke',
    InvokeFlowTaskAction: 'invoke',
    ConnectedAgentTool: 'invoke',
    SearchAndSummarizeContent: 'ai',
    InvokeAIBuilderModelAction: 'ai',
    InvokeAIBuilderModelTaskAction: 'ai',
    LogCustomTelemetryEvent: 'log',
  } as const),
);

/** Members that name what an element starts. */
const TARGETS: ReadonlySet<string> = new Set(['dialog', 'flowId', 'botSchemaName']);

const roleOf = (kind: string): Role => ROLES.get(kind) ?? (/^On[A-Z]/.test(kind) ? 'trigger' : 'other');

/** Longest name that a step takes from the file. */
const NAME_MAX = 80;
/** Longest part of the name of a setting. */
const SETTING_NAME_MAX = 200;

/** Part of a file in which elements are looked for. */
interface Place {
  readonly draft: Draft;
  readonly activity: DraftActivity;
  /** Those of the activity. */
  readonly settings: Property[];
}

/** Returns the kind of a map: `kind`, or `$kind` in JSON; branches of a condition have none. */
function kindOf(value: YamlValue): string {
  const kind = textAt(value, 'kind') || textAt(value, '$kind');
  if (kind !== '' || value.isList || value.text !== undefined) return kind;
  const isBranch = value.members.some(({ key }) => key === 'condition' || key === 'actions');
  return isBranch && value.members.some(({ isList }) => isList) ? 'ConditionItem' : '';
}

/** Adds an element with its settings, and the elements in it. */
function addElement(
  draft: Draft,
  value: YamlValue,
  kind: string,
  place: { readonly parent: number; readonly slot: string; readonly enabled: boolean },
): void {
  const shown =
    textAt(value, 'displayName') || textAt(value, 'modelDisplayName') || textAt(value, 'id') || kind;
  const activity = addActivity(draft, {
    ...place,
    at: value.at,
    type: kind,
    role: roleOf(kind),
    name: shown.slice(0, NAME_MAX),
    id: textAt(value, 'id'),
    enabled: place.enabled && textAt(value, 'disabled') !== 'true',
  });
  const settings: Property[] = [];
  activity.properties = settings;
  for (const member of value.members) addMember({ draft, activity, settings }, member, member.key);
}

function addMember(place: Place, value: YamlValue, name: string): void {
  const { draft, activity } = place;
  if (value.text !== undefined) {
    if (value.text !== '') addSetting(place, value, value.text, name);
    return;
  }
  const kind = kindOf(value);
  // A small part such as a connection or an entity is a setting of what it belongs to.
  if (kind !== '' && (roleOf(kind) !== 'other' || isStep(value)))
    addElement(draft, value, kind, { parent: activity.index, slot: slotOf(name), enabled: activity.enabled });
  else
    for (const member of value.members)
      addMember(place, member, `${name.slice(0, SETTING_NAME_MAX)}.${member.key.slice(0, SETTING_NAME_MAX)}`);
}

const isStep = (value: YamlValue): boolean =>
  /(?:Action|Tool|Dialog|Skill)$/.test(kindOf(value)) || value.members.some(({ key }) => key === 'id');

/** Returns the part of a container without the number of the element: `actions` of `actions.2`. */
const slotOf = (name: string): string => name.replace(/\.\d+$/, '');

function addSetting(
  { draft, activity, settings }: Place,
  value: YamlValue,
  text: string,
  name: string,
): void {
  const isFormula = text.startsWith('=');
  const property = ownTextProperty(
    NO_DOCUMENT,
    value.at,
    activity.index,
    { text: name, id: undefined },
    'in',
    isFormula ? POWER_FX : undefined,
    isFormula ? text.slice(1) : text,
  );
  if (isFormula) draft.expressions.push(property);
  settings.push(property);
  const { index: owner } = activity;
  if (TARGETS.has(name) && !isFormula)
    draft.calls.push({ at: value.at, owner, name: activity.name, target: text, bindings: [] });
  if (name === 'connectionReference') {
    const connector = /shared_[\w-]{1,100}/.exec(text)?.[0] ?? text;
    draft.connections.push({ at: value.at, owner, name: text, connector, fixed: false });
  }
}

/** Path of a part of a solution, with the schema name of the component or agent. */
const OF_SOLUTION = /(?:^|\/)(?:botcomponents\/([^/]+)\/data|bots\/([^/]+)\/configuration\.json)$/i;

/** Reads one part. What has no kind of its own is the settings of the agent. */
function readAgentPart(file: InputFile): readonly Workflow[] {
  const text = file.bytes.toString('utf8');
  const { root, defects } = readPlacedYaml(text);
  const { lineOf, startOf } = textLines(text);
  const [, component, agent] = OF_SOLUTION.exec(file.path) ?? [];
  const schema = component ?? agent;
  const name =
    textAt(root, 'mcs.metadata', 'componentName') ||
    textAt(root, 'displayName') ||
    textAt(root, 'modelDisplayName') ||
    (schema ?? file.name.replace(/\.mcs\.ya?ml$|\.json$/i, ''));
  const draft = openDraft('power-automate', 'copilot-studio-part', name, 'power-fx', {
    lineAndColumn(at) {
      const line = lineOf(at);
      return { line: line + 1, column: at - startOf(line) + 1 };
    },
    path: (at) => pointerTo(root, at),
  });
  draft.artifactKey = schema ?? (textAt(root, 'schemaName') || name);
  const outside = { parent: -1, slot: '', enabled: true };
  addElement(draft, root, kindOf(root) || 'AgentSettings', outside);
  for (const { at, reason } of defects)
    draft.unread.push({ at, owner: 0, name: '', kind: 'damaged-part', reason });
  return [closeDraft(draft)];
}

const START_BYTES = 64 * 1024;
/** A member at the top of the document, near its start. */
const OWN_LINE = /^(?:\xef\xbb\xbf)?(?:kind|schemaName|connectionReferences|mcs\.metadata):/m;

/** Parts of agents in YAML: topics, actions, knowledge and settings. */
export const agentPart: KindReader = {
  kind: 'copilot-studio-part',
  path: /\.mcs\.ya?ml$|(?:^|\/)botcomponents\/[^/]+\/data$/i,
  syntax: 'other',
  marks: ['kind:', 'schemaName:', 'connectionReferences:', 'mcs.metadata:'],
  isOne: ({ bytes }) => OWN_LINE.test(bytes.toString('latin1', 0, START_BYTES)),
  read: readAgentPart,
};

/** Settings of an agent in a solution. JSON is YAML. */
export const agentConfiguration: KindReader = {
  kind: 'copilot-studio-part',
  path: /(?:^|\/)bots\/[^/]+\/configuration\.json$/i,
  syntax: 'json',
  marks: ['"$kind"', '"agentSettings"', '"channels"'],
  read: readAgentPart,
};
