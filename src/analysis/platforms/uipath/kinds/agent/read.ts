/** Reads low-code agents of UiPath: their prompts, inputs, guardrails and resources. */

import { OWN_FOLDER } from '../../../../model/calls/own-folder.ts';
import type { Binding, Role, Workflow } from '../../../../model/workflow.ts';
import { addActivity, closeDraft, type Draft, type DraftActivity, openDraft } from '../../../draft.ts';
import type { ExpressionSyntax } from '../../../expression-syntax.ts';
import type { InputFile } from '../../../input-file.ts';
import { type JsonDocument, JsonKind, keyOf, member, stringOf, text } from '../../../json/document.ts';
import { memberSource } from '../../../json/source.ts';
import {
  kindSettingNames,
  memberName,
  readStepSettings,
  type SettingsReading,
} from '../../../kinds/json-settings.ts';
import { addArguments, membersAt, objectAt } from '../../../kinds/schema-fields.ts';
import { connectorRole } from '../connector-role.ts';
import { promptSyntax } from './prompt-syntax.ts';

/** Members of an agent or resource that describe its form, and hold no settings. */
const FORM: ReadonlySet<string> = new Set([
  'inputSchema',
  'outputSchema',
  'messages',
  'guardrails',
  'resources',
  'tools',
  'iconUrl',
  'contentTokens',
]);
const HOLE = /\{\{/;

function readingOf(doc: JsonDocument, draft: Draft): SettingsReading {
  return {
    doc,
    draft,
    expressionIn: (value): { syntax: ExpressionSyntax; text: string } | undefined =>
      HOLE.test(value) ? { syntax: promptSyntax, text: value } : undefined,
    isNoise: ({ key }) => key === 'contentTokens' || key === 'iconUrl' || key === 'image',
  };
}

function readMembers(reading: SettingsReading, at: number, step: DraftActivity): void {
  for (const setting of membersAt(reading.doc, at))
    if (!FORM.has(keyOf(reading.doc, setting)))
      readStepSettings(reading, setting, step, memberName(reading.doc, setting));
}

/** Reads the messages: the prompt is a setting of the agent by the role of its speaker. */
function readMessages(reading: SettingsReading, step: DraftActivity): void {
  const { doc } = reading;
  for (const at of membersAt(doc, member(doc, 0, 'messages'))) {
    if (doc.kinds[at] !== JsonKind.object) continue;
    const content = member(doc, at, 'content');
    const role = text(doc, at, 'role') ?? 'message';
    const name = kindSettingNames.own(`messages.${role}`);
    if (content !== -1) readStepSettings(reading, content, step, name);
  }
}

/** Reads each guardrail as a part of the agent. */
function readGuardrails(reading: SettingsReading, root: number, parent: number): void {
  const { doc, draft } = reading;
  for (const at of membersAt(doc, member(doc, root, 'guardrails'))) {
    if (doc.kinds[at] !== JsonKind.object) continue;
    const type = text(doc, at, 'validatorType') ?? text(doc, at, '$guardrailType') ?? 'guardrail';
    const name = text(doc, at, 'name') || type;
    const fields = { at, parent, slot: 'Guardrails', type, role: 'other', name } as const;
    const step = addActivity(draft, { ...fields, id: text(doc, at, 'id') ?? '', properties: [] });
    readMembers(reading, at, step);
  }
}

const ROLES: ReadonlyMap<string, Role> = new Map<string, Role>([
  ['process', 'invoke'],
  ['agent', 'invoke'],
  ['api', 'invoke'],
  ['processOrchestration', 'invoke'],
]);

function resourceRole(doc: JsonDocument, at: number, resource: string, type: string): Role {
  if (resource === 'escalation') return 'approval';
  if (resource !== 'tool') return 'other';
  const properties = objectAt(doc, at, 'properties');
  if (type.toLowerCase() !== 'integration' || properties === -1) return ROLES.get(type) ?? 'invoke';
  const connection = objectAt(doc, properties, 'connection', 'connector');
  const key = connection === -1 ? '' : (text(doc, connection, 'key') ?? '');
  return connectorRole(key, text(doc, properties, 'objectName') ?? '');
}

/** Reads a resource of an agent as a step: a tool, escalation, source or server. A process that it starts is a call. */
function readResource(reading: SettingsReading, at: number, parent: number): void {
  const { doc, draft } = reading;
  const resource = text(doc, at, '$resourceType') ?? 'resource';
  const type = text(doc, at, 'type') ?? '';
  const name = text(doc, at, 'name') || resource;
  const fields = { at, parent, slot: parent === -1 ? '' : 'Resources', type: resource, name };
  const step = addActivity(draft, {
    ...fields,
    role: resourceRole(doc, at, resource, type),
    id: text(doc, at, 'id') ?? '',
    enabled: isEnabled(doc, at),
    properties: [],
  });
  readMembers(reading, at, step);
  readGuardrails(reading, at, step.index);
  const properties = objectAt(doc, at, 'properties');
  if (properties === -1) return;
  const target = member(doc, properties, 'processName');
  if (resource === 'tool' && target !== -1)
    draft.calls.push({
      at: target,
      owner: step.index,
      name,
      target: stringOf(doc, target),
      folder: folderOf(doc, at, properties),
      bindings: inputsOf(reading, at, step.index),
    });
  const connector = objectAt(doc, properties, 'connection', 'connector');
  const key = connector === -1 ? undefined : text(doc, connector, 'key');
  if (key !== undefined)
    draft.connections.push({ at: connector, owner: step.index, name: key, connector: key, fixed: false });
}

/** Returns the folder of a tool's process. A tool from outside may have the folder of the solution, too. */
function folderOf(doc: JsonDocument, at: number, properties: number): string | undefined {
  if (text(doc, at, 'location') === 'solution') return OWN_FOLDER;
  const folder = text(doc, properties, 'folderPath');
  return folder === OWN_FOLDER ? undefined : folder;
}

/** Returns the inputs that a tool hands over: the model fills them at run time. */
function inputsOf({ doc }: SettingsReading, at: number, owner: number): readonly Binding[] {
  return [...membersAt(doc, objectAt(doc, at, 'inputSchema', 'properties'))].map((field) => {
    const name = keyOf(doc, field);
    const value = { at: field, owner, name, text: '', expression: undefined };
    return { name, direction: 'in', value };
  });
}

function isEnabled(doc: JsonDocument, at: number): boolean {
  const enabled = member(doc, at, 'isEnabled');
  return enabled === -1 || doc.kinds[enabled] !== JsonKind.false;
}

/** Name of the folder of a file: that of the agent. */
const folderName = ({ path }: InputFile): string | undefined => path.split('/').at(-2);

/** Reads the agent of a document that `isAgentDocument` accepts. */
export function readAgent(file: InputFile): Workflow {
  const doc = file.json();
  const name = text(doc, 0, 'name') || folderName(file) || 'agent';
  const draft = openDraft('uipath', 'uipath-agent', name, 'javascript', memberSource(doc));
  draft.artifactKey = text(doc, 0, 'projectId') || text(doc, 0, 'id') || name;
  const reading = readingOf(doc, draft);
  addArguments(reading, objectAt(doc, 0, 'inputSchema', 'properties'), 'in', (field) => `input.${field}`);
  addArguments(reading, objectAt(doc, 0, 'outputSchema', 'properties'), 'out', (field) => `output.${field}`);
  const step = addActivity(draft, {
    at: 0,
    parent: -1,
    type: 'agent',
    role: 'ai',
    name,
    id: '',
    properties: [],
  });
  readMembers(reading, 0, step);
  readMessages(reading, step);
  readGuardrails(reading, 0, step.index);
  for (const list of ['resources', 'tools'])
    for (const at of membersAt(doc, member(doc, 0, list)))
      if (doc.kinds[at] === JsonKind.object) readResource(reading, at, step.index);
  return closeDraft(draft);
}

/** Reads a tool, escalation or source in a file of its own: a workflow of one step. */
export function readAgentResource(file: InputFile): Workflow {
  const doc = file.json();
  const name = text(doc, 0, 'name') || folderName(file) || 'resource';
  const draft = openDraft('uipath', 'uipath-agent-resource', name, 'javascript', memberSource(doc));
  draft.artifactKey = text(doc, 0, 'id') || name;
  const reading = readingOf(doc, draft);
  const keyOfField = (field: string): string => `input.${field}`;
  addArguments(reading, objectAt(doc, 0, 'inputSchema', 'properties'), 'in', keyOfField);
  addArguments(reading, objectAt(doc, 0, 'outputSchema', 'properties'), 'out', (field) => `output.${field}`);
  readResource(reading, 0, -1);
  return closeDraft(draft);
}

/** Returns whether a document is a low-code agent. */
export function isAgentDocument(doc: JsonDocument): boolean {
  if (doc.kinds[0] !== JsonKind.object) return false;
  const messages = member(doc, 0, 'messages');
  return messages !== -1 && doc.kinds[messages] === JsonKind.array && objectAt(doc, 0, 'settings') !== -1;
}

/** Returns whether a document is a tool, escalation, source or MCP server of an agent. */
export function isResourceDocument(doc: JsonDocument): boolean {
  return doc.kinds[0] === JsonKind.object && text(doc, 0, '$resourceType') !== undefined;
}
