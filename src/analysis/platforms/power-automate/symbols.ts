/** Declarations of a flow: variables, parameters, the inputs of its trigger and the outputs of its responses. */
import type { Argument, Property } from '../../model/workflow.ts';
import type { DraftActivity } from '../draft.ts';
import {
  firstJsonChild,
  type JsonDocument,
  JsonKind,
  keyOf,
  kindOf,
  member,
  text,
} from '../json/document.ts';
import { ownTextProperty, RangeProperty } from '../range-property.ts';
import type { SettingPlaceName } from '../setting-names.ts';
import { inputKey, parameterKey, variableKey, variableNameSyntax } from './expressions/expressions.ts';
import { flowSettingNames } from './marks.ts';
import { type FlowReader, readFlowValue, readProperties } from './values.ts';

/** Parameter types whose values the platform hides. */
const SECURE_TYPES: ReadonlySet<string> = new Set(['securestring', 'secureobject']);

function* entriesOf(doc: JsonDocument, at: number): Generator<number> {
  if (at === -1) return;
  for (let child = firstJsonChild(doc, at); child !== -1; child = doc.nextSiblings[child]!) yield child;
}

/** Reads the `inputs` of an InitializeVariable. The initial value is the variable's default and no property. */
export function readInitializedVariables(
  reader: FlowReader,
  inputs: number,
  inputsName: SettingPlaceName,
  activity: DraftActivity,
  properties: Property[],
): void {
  const { doc } = reader;
  const list = member(doc, inputs, 'variables');
  if (list === -1) return;
  const listName = flowSettingNames.member(inputsName, undefined, doc, list);
  let index = 0;
  for (const child of entriesOf(doc, list)) {
    const name = flowSettingNames.item(listName, index);
    index += 1;
    if (kindOf(doc, child) !== 'object') continue;
    let entryName: SettingPlaceName | undefined;
    for (const entry of entriesOf(doc, child)) {
      entryName = flowSettingNames.member(name, entryName, doc, entry);
      if (entryName.key !== 'value') readProperties(reader, entry, activity.index, entryName, properties);
    }
    readVariable(reader, child, activity);
  }
}

function readVariable(reader: FlowReader, at: number, activity: DraftActivity): void {
  const { doc, draft } = reader;
  const name = text(doc, at, 'name');
  const value = member(doc, at, 'value');
  // An unnamed variable has no symbol, but its value is still read.
  const initial =
    value === -1 || doc.kinds[value] === JsonKind.null
      ? undefined
      : readFlowValue(reader, value, activity.index, name ?? 'value');
  if (name === undefined) return;
  const type = text(doc, at, 'type') ?? '';
  draft.variables.push({
    at,
    owner: -1,
    name,
    key: variableKey(name),
    type,
    secure: SECURE_TYPES.has(type.toLowerCase()),
    default: initial,
    enabled: true,
  });
}

/** The setting that names the variable which an action writes. */
const WRITTEN = flowSettingNames.fixed('inputs.name');

/** Turns the setting that names the variable which an action writes into one of direction `out`. */
export function writtenVariable({ doc }: FlowReader, properties: Property[]): void {
  let index = 0;
  while (index < properties.length && properties[index]!.name !== WRITTEN.text) index += 1;
  const named = index === properties.length ? undefined : properties[index]!;
  if (named === undefined || named.expression !== undefined) return;
  const { at, owner, raw } = named;
  // Not pushed to the draft's expressions: nothing is computed here, the setting is a name.
  properties[index] =
    raw === undefined
      ? ownTextProperty(doc.text, at, owner, WRITTEN, 'out', variableNameSyntax, named.text)
      : new RangeProperty(
          doc.text,
          at,
          owner,
          WRITTEN,
          'out',
          variableNameSyntax,
          raw.start,
          raw.end,
          undefined,
        );
}

/** Reads `definition.parameters`: in a solution these are environment variables. Connections and tokens are left out. */
export function readFlowParameters(reader: FlowReader, parameters: number): void {
  const { doc, draft } = reader;
  for (const child of entriesOf(doc, parameters)) {
    const name = keyOf(doc, child);
    if (name === '$connections' || name === '$authentication' || kindOf(doc, child) !== 'object') continue;
    const type = text(doc, child, 'type') ?? '';
    const value = member(doc, child, 'defaultValue');
    const metadata = member(doc, child, 'metadata');
    const described = metadata !== -1 && kindOf(doc, metadata) === 'object';
    const schemaName = described ? text(doc, metadata, 'schemaName') : undefined;
    const note = described ? text(doc, metadata, 'description') : undefined;
    draft.arguments.push({
      at: child,
      owner: -1,
      name,
      key: parameterKey(name),
      type,
      secure: SECURE_TYPES.has(type.toLowerCase()),
      default:
        value === -1 || doc.kinds[value] === JsonKind.null
          ? undefined
          : readFlowValue(reader, value, -1, name),
      enabled: true,
      direction: 'in',
      ...(schemaName === undefined ? {} : { modifiers: [`schemaName:${schemaName}`] }),
    });
    if (schemaName !== undefined)
      draft.references.push({
        at: child,
        owner: -1,
        name,
        kind: 'used-variable',
        target: schemaName,
        detail: '',
      });
    if (note !== undefined)
      draft.notes.push({
        at: metadata,
        owner: -1,
        name,
        kind: 'annotation',
        text: note,
        about: { symbol: child },
      });
  }
}

/** Returns a field of a trigger's or a response's schema, under the title that people see. */
function fieldArgument(doc: JsonDocument, at: number, schema: number, direction: 'in' | 'out'): Argument {
  const key = keyOf(doc, at);
  const described = schema !== -1 && kindOf(doc, schema) === 'object';
  return {
    at,
    owner: -1,
    name: (described ? text(doc, schema, 'title') : undefined) ?? key,
    key: direction === 'in' ? inputKey(key) : `output:${key.toLowerCase()}`,
    type: (described ? text(doc, schema, 'type') : undefined) ?? '',
    secure: false,
    default: undefined,
    enabled: true,
    direction,
  };
}

function schemaFields(doc: JsonDocument, inputs: number): number {
  const schema = inputs === -1 ? -1 : member(doc, inputs, 'schema');
  return schema === -1 ? -1 : member(doc, schema, 'properties');
}

/** Adds the inputs of callers: the fields in the schema of a request trigger. */
export function readTriggerInputs({ doc, draft }: FlowReader, at: number): void {
  for (const field of entriesOf(doc, schemaFields(doc, member(doc, at, 'inputs'))))
    draft.arguments.push(fieldArgument(doc, field, field, 'in'));
}

/**
 * Adds the outputs for callers: the fields of a Response's body. `seen` holds those that another Response has given.
 */
export function readResponseOutputs({ doc, draft }: FlowReader, at: number, seen: Set<string>): void {
  const inputs = member(doc, at, 'inputs');
  const body = inputs === -1 ? -1 : member(doc, inputs, 'body');
  if (body === -1 || kindOf(doc, body) !== 'object') return;
  const schema = schemaFields(doc, inputs);
  const schemas = new Map<string, number>();
  for (const field of entriesOf(doc, schema)) schemas.set(keyOf(doc, field), field);
  for (const field of entriesOf(doc, body)) {
    const key = keyOf(doc, field);
    if (!seen.has(key)) draft.arguments.push(fieldArgument(doc, field, schemas.get(key) ?? -1, 'out'));
    seen.add(key);
  }
}
