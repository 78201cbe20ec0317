/** Noise of Power Automate: ids that the designer gives to each action, and what differs between environments. */
import type { InputFile } from '../../platforms/input-file.ts';
import {
  firstJsonChild,
  type JsonDocument,
  JsonKind,
  jsonChildren,
  member,
  stringOf,
  text,
} from '../../platforms/json/document.ts';
import type { Envelope } from '../../platforms/power-automate/recognise.ts';
import { childNamed, localName, namespaceOf, type XmlDocument } from '../../platforms/xml/document.ts';
import type { JsonNoise } from '../json-form.ts';
import type { XmlNoise } from '../xml-form.ts';

const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function objectAt(doc: JsonDocument, at: number, key: string): number {
  const found = at === -1 || doc.kinds[at] !== JsonKind.object ? -1 : member(doc, at, key);
  return found !== -1 && doc.kinds[found] === JsonKind.object ? found : -1;
}

/** Returns the noise of a cloud flow. */
export function flowNoise(doc: JsonDocument, { definition, properties }: Envelope): JsonNoise {
  return {
    noise: new Set(stepsOf(doc, definition).flatMap((step) => generatedId(doc, step))),
    connections: new Set([
      ...connectionNames(doc, objectAt(doc, properties, 'connectionReferences')),
      ...variableDefaults(doc, objectAt(doc, definition, 'parameters')),
    ]),
  };
}

/** Returns every trigger and action, also those in other actions. */
function stepsOf(doc: JsonDocument, definition: number): readonly number[] {
  const steps: number[] = [];
  const lists = [objectAt(doc, definition, 'triggers'), objectAt(doc, definition, 'actions')];
  for (let list = lists.pop(); list !== undefined; list = lists.pop()) {
    if (list === -1) continue;
    for (const step of jsonChildren(doc, list)) {
      if (doc.kinds[step] !== JsonKind.object) continue;
      steps.push(step);
      lists.push(objectAt(doc, step, 'actions'));
      for (const branch of ['else', 'default'])
        lists.push(objectAt(doc, objectAt(doc, step, branch), 'actions'));
      const cases = objectAt(doc, step, 'cases');
      if (cases !== -1)
        for (const branch of jsonChildren(doc, cases)) lists.push(objectAt(doc, branch, 'actions'));
    }
  }
  return steps;
}

/** Returns the id that the designer has given to a step; with it the object around that holds nothing else. */
function generatedId(doc: JsonDocument, step: number): readonly number[] {
  const metadata = objectAt(doc, step, 'metadata');
  const id = metadata === -1 ? -1 : member(doc, metadata, 'operationMetadataId');
  if (id === -1 || !GUID.test(stringOf(doc, id) ?? '')) return [];
  const isAlone = firstJsonChild(doc, metadata) === id && doc.nextSiblings[id] === -1;
  return [isAlone ? metadata : id];
}

/** Returns the names of the connections that the references stand for in this environment. */
function connectionNames(doc: JsonDocument, references: number): readonly number[] {
  if (references === -1) return [];
  return jsonChildren(doc, references).flatMap((reference) => {
    if (doc.kinds[reference] !== JsonKind.object) return [];
    const connection = objectAt(doc, reference, 'connection');
    const names = [
      member(doc, reference, 'connectionName'),
      connection === -1 ? -1 : member(doc, connection, 'name'),
    ];
    return names.filter((at) => at !== -1 && doc.kinds[at] === JsonKind.string);
  });
}

/** Returns the defaults of parameters that stand for environment variables. */
function variableDefaults(doc: JsonDocument, parameters: number): readonly number[] {
  if (parameters === -1) return [];
  return jsonChildren(doc, parameters).flatMap((parameter) => {
    const metadata = objectAt(doc, parameter, 'metadata');
    if (metadata === -1 || !text(doc, metadata, 'schemaName')) return [];
    const value = member(doc, parameter, 'defaultValue');
    return value === -1 ? [] : [value];
  });
}

const VARIABLE = 'environmentvariabledefinition';

/** Returns whether a document is the definition of an environment variable. */
export const isEnvironmentVariable = (doc: XmlDocument): boolean =>
  localName(doc, 0) === VARIABLE && namespaceOf(doc, 0) === '';

/** Returns what the definition of an environment variable holds of its environment: the default. */
export function environmentVariableNoise(doc: XmlDocument): XmlNoise {
  const value = childNamed(doc, 0, 'defaultvalue');
  return { isConnection: (element) => element === value };
}

const VALUES = 'environmentvariablevalues.json';

/** Returns the values of environment variables that a file holds; undefined for any other file. */
export function variableValues({ name }: InputFile, doc: JsonDocument): ReadonlySet<number> | undefined {
  if (name.toLowerCase() !== VALUES) return undefined;
  const values = objectAt(doc, 0, 'environmentvariablevalues');
  const entry = values === -1 ? -1 : member(doc, values, 'environmentvariablevalue');
  if (entry === -1) return undefined;
  const entries = doc.kinds[entry] === JsonKind.array ? jsonChildren(doc, entry) : [entry];
  return new Set(
    entries.flatMap((at) => {
      const value = doc.kinds[at] === JsonKind.object ? member(doc, at, 'value') : -1;
      return value === -1 ? [] : [value];
    }),
  );
}
