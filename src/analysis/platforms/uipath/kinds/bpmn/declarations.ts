/** Variables and bindings that a process of BPMN declares. */
import type { Draft } from '../../../draft.ts';
import {
  attributeNamed,
  attributeValue,
  children,
  localName,
  type XmlDocument,
} from '../../../xml/document.ts';
import { attr, extensionsOf, isVendor, type ProcessReading } from './reading.ts';

/** Reads the variables of a process. */
export function readDeclarations({ doc, draft, bindings }: ProcessReading, element: number): void {
  for (const list of extensionsOf(doc, element)) {
    if (isVendor(doc, list, 'bindings'))
      for (const binding of children(doc, list)) {
        const [id, value] = [attr(doc, binding, 'id'), attr(doc, binding, 'default')];
        if (id !== undefined && value !== undefined) bindings.set(id, value);
        readBindingDefault(draft, doc, binding);
      }
    if (!isVendor(doc, list, 'variables')) continue;
    for (const at of children(doc, list)) {
      const id = attr(doc, at, 'id') ?? '';
      const name = attr(doc, at, 'name') ?? id;
      const initial = attributeNamed(doc, at, 'default');
      const value = {
        at: ~initial,
        owner: -1,
        name,
        text: attr(doc, at, 'default') ?? '',
        expression: undefined,
      };
      const variable = {
        at,
        owner: -1,
        name,
        key: `vars.${id}`,
        type: attr(doc, at, 'type') ?? '',
        secure: false,
        default: initial === -1 || value.text === '' ? undefined : value,
        enabled: true,
      };
      const kind = localName(doc, at);
      if (kind === 'input') draft.arguments.push({ ...variable, direction: 'in' });
      else if (kind === 'output') draft.arguments.push({ ...variable, direction: 'out' });
      else draft.variables.push(variable);
    }
  }
}

/** Declares what the designer keeps for a resource as a variable: the file carries it to each environment. */
function readBindingDefault(draft: Draft, doc: XmlDocument, at: number): void {
  const initial = attributeNamed(doc, at, 'default');
  const name = attr(doc, at, 'name') ?? '';
  if (initial === -1) return;
  const value = {
    at: ~initial,
    owner: -1,
    name,
    text: attributeValue(doc, initial),
    expression: undefined,
  };
  draft.variables.push({
    at,
    owner: -1,
    name,
    key: `bindings.${attr(doc, at, 'id') ?? ''}`,
    type: attr(doc, at, 'resource') ?? '',
    secure: false,
    default: value,
    enabled: true,
    modifiers: ['binding'],
  });
}
