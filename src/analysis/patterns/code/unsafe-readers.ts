/** Classes and settings of .NET with which code reads data that decides what is created or loaded. */
import type { Expr } from '../../model/expr.ts';
import type { Expression } from '../../model/workflow.ts';
import { assignedIn, assigningIn } from '../../semantics/assigned.ts';
import { createdType, isCallOf, lastName } from '../../semantics/callee.ts';
import { isFalse } from '../../semantics/texts.ts';
import { walk } from '../../semantics/visit.ts';

const CLASSES = [
  'BinaryFormatter',
  'SoapFormatter',
  'LosFormatter',
  'ObjectStateFormatter',
  'NetDataContractSerializer',
] as const;
const CLASS = new Map<string, string>(CLASSES.map((name) => [name.toLowerCase(), name]));

/** Returns the class or setting that a node names. */
function namedBy(node: Expr): string | undefined {
  const name = (node.kind === 'new' ? createdType(node) : (lastName(node) ?? '')).toLowerCase();
  const owner =
    node.kind === 'member' && node.object !== null ? (lastName(node.object) ?? '').toLowerCase() : '';
  if (owner === 'typenamehandling') return name === 'none' ? undefined : 'TypeNameHandling';
  if (owner === 'dtdprocessing') return name === 'parse' ? 'DtdProcessing.Parse' : undefined;
  if (
    isCallOf(node, 'javascriptserializer') &&
    node.args.some(({ value }) => isCallOf(value, 'simpletyperesolver'))
  )
    return 'JavaScriptSerializer with SimpleTypeResolver';
  return CLASS.get(name);
}

/** Returns the class or setting behind a value that a name gets. */
function namedByValue(name: string, value: Expr): string | undefined {
  if (/^ProhibitDtd$/i.test(name) && isFalse(value)) return 'ProhibitDtd = False';
  return /^XmlResolver$/i.test(name) && isCallOf(value, 'xmlurlresolver') ? 'an XmlUrlResolver' : undefined;
}

/** Returns the unsafe classes and settings that code uses, by the words of messages. */
export function unsafeReadersIn(code: Expression): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (name: string | undefined): void => {
    if (name !== undefined) found.add(name);
  };
  for (const node of walk(code.tree)) add(namedBy(node));
  for (const { name, value } of assignedIn(code.tree, assigningIn(code))) add(namedByValue(name, value));
  return found;
}
