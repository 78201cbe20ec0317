/** The smallest whole flow around a fragment, for examples and tests. */
import { isRobin } from './desktop/recognise.ts';

const SCHEMA =
  'https://schema.management.azure.com/providers/Microsoft.Logic/schemas/2016-06-01/workflowdefinition.json#';
const TRIGGERS = '{"Recurrence":{"type":"Recurrence","recurrence":{"frequency":"Day","interval":1}}}';
/** Members of a whole file; a fragment that has one of them is complete. */
const WHOLE = ['properties', 'definition', '$schema', 'resources'];

/** Returns the members of the object that a text holds; none when it holds no object. */
function membersOf(text: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? Object.keys(value) : [];
  } catch {
    // A damaged fragment is wrapped as it is: the reader reports its defect.
    return [];
  }
}

function wrap(members: string): string {
  return `{"properties":{"connectionReferences":{},"definition":{"$schema":"${SCHEMA}","contentVersion":"1.0.0.0",\n${members}\n}},"schemaVersion":"1.0.0.0"}`;
}

/**
 * Wraps a fragment in a solution flow. It is either the members of `actions` (`"Get": {"type": "Http", …}`), or an
 * object with some of a definition's `triggers`, `actions` and `parameters`. A whole file is returned as it is, and so
 * are statements of a desktop flow, which are a file as people copy them.
 */
export function flowSnippet(fragment: string): string {
  if (isRobin(fragment)) return fragment;
  const text = fragment.trim();
  if (!text.startsWith('{')) return wrap(`"triggers":${TRIGGERS},"actions":{\n${text}\n}`);
  const members = membersOf(text);
  if (members.some((name) => WHOLE.includes(name))) return fragment;
  const missing = [
    ...(members.includes('triggers') ? [] : [`"triggers":${TRIGGERS}`]),
    ...(members.includes('actions') ? [] : ['"actions":{}']),
  ];
  const inner = text.slice(1, text.lastIndexOf('}')).trim();
  return wrap([...missing, ...(inner === '' ? [] : [inner])].join(',\n'));
}
