/** The effect of a connector call on the system behind it, by the operation's name. */

import { remembered } from '../../model/interning/remembered.ts';
import { literalOf, propertyOf } from '../../model/navigate.ts';
import type { Activity } from '../../model/workflow.ts';

/** Effect of an operation. `permission`: changes access rights. `send`: sends a message to a person. */
export type Effect = 'read' | 'write' | 'delete' | 'permission' | 'send';

const shortConnector = remembered((connector: string) => connector.toLowerCase().replace('shared_', ''));
const lowerOperation = remembered((operation: string) => operation.toLowerCase());

/** Returns the connector of an action without `shared_`, in lower case; '' when it calls none. */
export function connectorName(activity: Activity): string {
  const connector = propertyOf(activity, 'connector');
  return connector === undefined ? '' : shortConnector(connector.text);
}

/** Returns the id of the operation that an action calls, in lower case; '' when the file does not name it. */
export function operationName(activity: Activity): string {
  const operation = propertyOf(activity, 'operation');
  return operation === undefined ? '' : lowerOperation(operation.text);
}

/** Effects by words in an operation's id, in the order in which they are tried. */
const WORDS: readonly (readonly [pattern: RegExp, effect: Effect])[] = [
  [/^(?:get|list|search|find|read|query|lookup|check(?!in|out)|export|describe|download)/, 'read'],
  [
    /roleassign|ownerrole|adminrole|appowner|addmember|removemember|addowner|removeowner|grant(?!ed)|sharinglink|sharelink|unshare|stopsharing|permission(?!s$)/,
    'permission',
  ],
  [/delete|remove-|^remove|purge|trash|^drop/, 'delete'],
  [
    /create|insert|^new|^add|update|upsert|^patch|^put|^post|^set|^edit|append|upload|copy|move|rename|associate|provision|apply|replace|import|publish|^start|^stop|^enable|^disable|restore|invite|assign|^execute|unboundaction|boundaction|^run|refresh|^merge|checkin|checkout|^write|^modify|^approve|^reject/,
    'write',
  ],
];
const SENDING: ReadonlySet<string> = new Set(['email', 'message']);
const HTTP_OPERATION = /httprequest|invokehttp/;

/** Returns the method of an HTTP request, lower case: `Http` itself, and the request operations of connectors. */
export function methodOf(activity: Activity): string | undefined {
  for (const name of [
    'inputs.method',
    'inputs.parameters.request/method',
    'inputs.parameters.parameters/method',
  ]) {
    const property = propertyOf(activity, name);
    if (property !== undefined) return literalOf(property)?.toLowerCase();
  }
  return literalOf(propertyOf(activity, 'inputs.parameters.Method'))?.toLowerCase();
}

function effectOfMethod(method: string | undefined): Effect | undefined {
  if (method === undefined) return undefined;
  if (method === 'get' || method === 'head' || method === 'options') return 'read';
  return method === 'delete' ? 'delete' : 'write';
}

/** Returns the effect by the words of an operation's id; ids recur in every flow. */
const effectOfName = remembered((operation: string): Effect | 'unknown' => {
  const words = operation.replaceAll('_', '');
  return WORDS.find(([pattern]) => pattern.test(words))?.[1] ?? 'unknown';
});

/** Returns the effect of an action; undefined when it reaches no other system or does not say. */
export function effectOf(activity: Activity): Effect | undefined {
  if (activity.role === 'trigger') return undefined;
  const operation = operationName(activity);
  if (activity.type === 'Http' || HTTP_OPERATION.test(operation)) return effectOfMethod(methodOf(activity));
  if (activity.role === 'credential') return 'read';
  if (operation === '') return undefined;
  const effect = effectOfName(operation);
  // Mail and chat connectors post; a lookup stays a read.
  if (SENDING.has(activity.role) && effect !== 'read' && effect !== 'delete') return 'send';
  return effect === 'unknown' ? undefined : effect;
}

/** Returns whether an action changes data or rights for good. */
export function changesSomething(activity: Activity): boolean {
  const effect = effectOf(activity);
  return effect === 'write' || effect === 'delete' || effect === 'permission';
}
