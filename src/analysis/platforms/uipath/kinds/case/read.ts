/**
 * Reads case plans of UiPath Maestro: stages with tasks, and the rules by which they are entered and left. Older plans hold
 * what is about the whole case in `root`, and have edges between stages.
 */
import { CASE_TASKS } from '../../../../model/kinds/case-tasks.ts';
import type { Property, Workflow } from '../../../../model/workflow.ts';
import { addActivity, closeDraft, type Draft, type DraftActivity, openDraft } from '../../../draft.ts';
import type { InputFile } from '../../../input-file.ts';
import { expressionSyntax } from '../../../javascript/syntax.ts';
import { booleanOf, type JsonDocument, JsonKind, keyOf, member, text } from '../../../json/document.ts';
import { memberSource } from '../../../json/source.ts';
import {
  kindSettingNames,
  readSetting,
  readStepSettings,
  type SettingsReading,
} from '../../../kinds/json-settings.ts';
import { membersAt, objectAt } from '../../../kinds/schema-fields.ts';

/** A case while it is read. */
interface CaseReading extends SettingsReading {
  readonly stages: Map<string, DraftActivity>;
  readonly bindings: ReadonlyMap<string, string>;
}

/** Returns the object about the whole case; -1: the document is no case plan. */
function headOf(doc: JsonDocument): number {
  if (doc.kinds[0] !== JsonKind.object) return -1;
  const heads = [objectAt(doc, 0, 'metadata'), objectAt(doc, 0, 'root')];
  return heads.find((at) => at !== -1 && text(doc, at, 'caseIdentifier') !== undefined) ?? -1;
}

/** Returns a list or object about the whole case, where newer or older plans have it; -1: none. */
function sharedPart(doc: JsonDocument, key: string): number {
  const own = member(doc, 0, key);
  const older = objectAt(doc, 0, 'root', 'data', 'uipath');
  return own !== -1 || older === -1 ? own : member(doc, older, key);
}

function readingOf(doc: JsonDocument, draft: Draft): CaseReading {
  const bindings = new Map<string, string>();
  for (const at of membersAt(doc, sharedPart(doc, 'bindings'))) {
    if (doc.kinds[at] !== JsonKind.object) continue;
    const [id, value] = [text(doc, at, 'id'), text(doc, at, 'default')];
    if (id !== undefined && value !== undefined) bindings.set(id, value);
  }
  return {
    doc,
    draft,
    stages: new Map(),
    bindings,
    expressionIn: (value) => {
      if (value.startsWith('=js:')) return { syntax: expressionSyntax, text: value.slice('=js:'.length) };
      return value.length > 1 && value.startsWith('=') && value[1] !== '='
        ? { syntax: expressionSyntax, text: value.slice(1) }
        : undefined;
    },
    isNoise: ({ key }) =>
      key === 'tasks' || key === 'parentElement' || key === 'body' || key === '_jsonSchema',
  };
}

function readMembers(reading: CaseReading, at: number, step: DraftActivity): void {
  for (const setting of membersAt(reading.doc, at)) {
    const name = kindSettingNames.member(kindSettingNames.root, undefined, reading.doc, setting);
    if (!reading.isNoise(name)) readStepSettings(reading, setting, step, name);
  }
}

function readStage(reading: CaseReading, at: number): void {
  const { doc, draft, stages } = reading;
  const data = objectAt(doc, at, 'data');
  const type = text(doc, at, 'type') ?? '';
  const isTrigger = /trigger/i.test(type);
  if (data === -1 && !isTrigger) return;
  const id = text(doc, at, 'id') ?? '';
  const labels = [data, objectAt(doc, data, 'display')];
  const name =
    labels.map((holder) => (holder === -1 ? undefined : text(doc, holder, 'label'))).find(Boolean) ?? id;
  const fields = { at, parent: -1, type: isTrigger ? 'Trigger' : 'Stage', name, id, properties: [] };
  const stage = addActivity(draft, { ...fields, role: isTrigger ? 'trigger' : 'sequence' });
  if (!stages.has(id)) stages.set(id, stage);
  if (data === -1) return;
  readMembers(reading, data, stage);
  for (const lane of membersAt(doc, member(doc, data, 'tasks')))
    for (const task of doc.kinds[lane] === JsonKind.array ? membersAt(doc, lane) : [])
      if (doc.kinds[task] === JsonKind.object) readTask(reading, task, stage.index);
}

function readTask(reading: CaseReading, at: number, parent: number): void {
  const { doc, draft } = reading;
  const type = text(doc, at, 'type') ?? '';
  const id = text(doc, at, 'id') ?? '';
  const name = text(doc, at, 'displayName') || id;
  const fields = {
    at,
    parent,
    slot: 'Tasks',
    type,
    role: CASE_TASKS.get(type) ?? 'other',
    name,
    id,
  } as const;
  const step = addActivity(draft, { ...fields, properties: [] });
  readMembers(reading, at, step);
  const data = objectAt(doc, at, 'data');
  const target = data === -1 ? -1 : member(doc, data, 'name');
  if (step.role !== 'invoke' && step.role !== 'ai') return;
  const bound = (key: string): string | undefined => {
    const value = data === -1 ? undefined : text(doc, data, key);
    const binding = value?.startsWith('=bindings.') === true ? value.slice('=bindings.'.length) : undefined;
    return binding === undefined ? value : reading.bindings.get(binding);
  };
  draft.calls.push({
    at: target === -1 ? at : target,
    owner: step.index,
    name,
    target: bound('name'),
    folder: bound('folderPath'),
    bindings: inputsOf(reading, data, step),
  });
}

/** Returns what a task gives to the process that it starts. */
function inputsOf(
  { doc }: CaseReading,
  data: number,
  step: DraftActivity,
): { name: string; direction: 'in'; value: Property }[] {
  const inputs = data === -1 ? -1 : member(doc, data, 'inputs');
  const settings = new Map(step.properties.map((property) => [property.name, property]));
  return [...membersAt(doc, inputs)].flatMap((input, index) => {
    const name = doc.kinds[input] === JsonKind.object ? text(doc, input, 'name') : undefined;
    const value = settings.get(`data.inputs.${index}.value`);
    return name === undefined || value === undefined ? [] : [{ name, direction: 'in' as const, value }];
  });
}

function readVariables(reading: CaseReading): void {
  const { doc, draft } = reading;
  for (const list of membersAt(doc, sharedPart(doc, 'variables')))
    for (const at of membersAt(doc, list)) {
      if (doc.kinds[at] !== JsonKind.object) continue;
      const id = text(doc, at, 'id') ?? '';
      const name = text(doc, at, 'name') ?? id;
      const initial = member(doc, at, 'default');
      const isScalar =
        initial !== -1 && doc.kinds[initial]! > JsonKind.array && doc.kinds[initial] !== JsonKind.null;
      const variable = {
        at,
        owner: -1,
        name,
        key: `vars.${id}`,
        type: text(doc, at, 'type') ?? '',
        secure: false,
        default: isScalar ? readSetting(reading, initial, -1, kindSettingNames.own(name)) : undefined,
        enabled: true,
      };
      const kind = keyOf(doc, list);
      if (kind === 'inputs') draft.arguments.push({ ...variable, direction: 'in' });
      else if (kind === 'outputs') draft.arguments.push({ ...variable, direction: 'out' });
      else draft.variables.push(variable);
    }
}

/** Adds the ways between stages: the edges of older plans, and entry rules that name a stage before. */
function linkStages({ doc, draft, stages }: CaseReading): void {
  for (const at of membersAt(doc, member(doc, 0, 'edges'))) {
    if (doc.kinds[at] !== JsonKind.object) continue;
    const [source, target] = [text(doc, at, 'source') ?? '', text(doc, at, 'target') ?? ''];
    const [from, to] = [stages.get(source), stages.get(target)];
    draft.transitions.push({
      at,
      owner: -1,
      name: 'edge',
      from: from?.index ?? -1,
      to: to?.index ?? -1,
      target: to?.name ?? target,
      when: ['next'],
    });
  }
  for (const stage of stages.values()) {
    for (const { name, text: value, at } of stage.properties) {
      if (!/^entryConditions\..*\.selectedStageId$/.test(name)) continue;
      const from = stages.get(value);
      draft.transitions.push({
        at,
        owner: stage.index,
        name: 'entry rule',
        from: from?.index ?? -1,
        to: stage.index,
        target: stage.name,
        when: ['next'],
      });
    }
  }
}

/** Records whether the whole case has a time limit and rules by which it closes; those of stages are among their settings. */
function readHead({ doc, draft }: CaseReading, head: number): void {
  const data = objectAt(doc, head, 'data');
  for (const holder of [head, data])
    for (const rule of membersAt(doc, holder === -1 ? -1 : member(doc, holder, 'slaRules')))
      if (doc.kinds[rule] === JsonKind.object && member(doc, rule, 'count') !== -1)
        draft.settings.set('slaRules', 'true');
  for (const key of ['caseExitRules', 'caseExitConditions'])
    for (const rule of membersAt(doc, member(doc, head, key))) {
      const closes = doc.kinds[rule] === JsonKind.object ? member(doc, rule, 'marksCaseComplete') : -1;
      if (closes !== -1 && booleanOf(doc, closes) !== false) draft.settings.set('closes', 'true');
    }
  if (head === objectAt(doc, 0, 'root')) draft.settings.set('form', 'root');
}

/** Reads the case of a document that `isCaseDocument` accepts. */
export function readCase(file: InputFile): Workflow {
  const doc = file.json();
  const head = headOf(doc);
  const name = text(doc, 0, 'name') || text(doc, head, 'name') || file.path.split('/').at(-2) || 'case';
  const draft = openDraft('uipath', 'uipath-case', name, 'javascript', memberSource(doc));
  draft.artifactKey = text(doc, 0, 'id') ?? name;
  const reading = readingOf(doc, draft);
  readVariables(reading);
  readHead(reading, head);
  for (const list of ['nodes', 'triggers', 'stages'])
    for (const at of membersAt(doc, member(doc, 0, list)))
      if (doc.kinds[at] === JsonKind.object) readStage(reading, at);
  linkStages(reading);
  return closeDraft(draft);
}

/** Returns whether a document is a case plan. */
export const isCaseDocument = (doc: JsonDocument): boolean => headOf(doc) !== -1;
