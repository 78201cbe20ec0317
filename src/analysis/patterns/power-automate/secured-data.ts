/**
 * What the run history of a Power Automate flow shows. Microsoft documents that an action which uses secured outputs
 * directly has its inputs hidden too, and Compose, Parse JSON and Response also their outputs; what reads those, or a
 * variable, is shown again.
 */
import { literalOf, propertyOf } from '../../model/navigate.ts';
import type { Activity } from '../../model/workflow.ts';
import { methodOf, operationName } from './flow-operation.ts';

const SECURED = 'runtimeConfiguration.secureData.properties.';
/** A word of every flow with such a setting. */
export const SECURED_DATA = SECURED.toLowerCase();
const SECRETS = /(?:^|\/)secrets\//i;
/** The host and the path may be joined: `'….vault.azure.net', '/secrets/'`. */
const VAULT = /\.vault\.azure\.[a-z]+['",\s]{0,6}\/secrets\//i;

/** By action: what its own setting hides. Rules ask for each of its expressions. */
const securedSides = new WeakMap<Activity, ReadonlySet<string>>();

/** Whether an action's inputs or outputs are hidden by its own setting. */
export function hasSecured(activity: Activity, side: 'inputs' | 'outputs'): boolean {
  let sides = securedSides.get(activity);
  if (sides === undefined) {
    const settings = activity.properties.filter(({ name }) => name.startsWith(SECURED));
    sides = new Set(settings.map((setting) => literalOf(setting)?.toLowerCase() ?? ''));
    securedSides.set(activity, sides);
  }
  return sides.has(side);
}

/** Whether a path leads to the value of a secret: `/secrets/{name}/value`. */
function isSecretPath(path: string): boolean {
  const secrets = SECRETS.exec(path);
  return secrets !== null && path.toLowerCase().includes('/value', secrets.index + secrets[0].length);
}

/** Whether an action asks a vault for the value of a secret. */
export function fetchesSecret(activity: Activity): boolean {
  if (activity.role === 'credential') {
    const operation = operationName(activity);
    // The older form of a call names no operation, only the path.
    if (operation === '') return isSecretPath(propertyOf(activity, 'inputs.path')?.text ?? '');
    return operation.includes('getsecret') || operation.includes('unboundaction');
  }
  const isRequest = activity.type === 'Http' || operationName(activity).includes('invokehttp');
  if (!isRequest || methodOf(activity) !== 'get') return false;
  const address = propertyOf(activity, 'inputs.uri') ?? propertyOf(activity, 'inputs.parameters.request/url');
  return VAULT.test(address?.text ?? '');
}
