/**
 * Secured data in the run history of a Power Automate flow. Microsoft documents: an action that uses secured outputs
 * directly has its inputs hidden too, and Compose, Parse JSON and Response also their outputs. An action that reads
 * those, or a variable, shows its data again.
 */
import { literalOf, propertyOf } from '../../model/navigate.ts';
import type { Activity } from '../../model/workflow.ts';
import { methodOf, operationName } from './flow-operation.ts';

const SECURED = 'runtimeConfiguration.secureData.properties.';
/** Word in every flow with such a setting. */
export const SECURED_DATA = SECURED.toLowerCase();
const SECRETS = /(?:^|\/)secrets\//i;
/** The host and the path may be joined: `'….vault.azure.net', '/secrets/'`. */
const VAULT = /\.vault\.azure\.[a-z]+['",\s]{0,6}\/secrets\//i;

/** Sides that an action's own setting hides. Rules need them for each of its expressions. */
const securedSides = new WeakMap<Activity, ReadonlySet<string>>();

/** Returns whether an action's own setting hides its inputs or outputs. */
export function hasSecured(activity: Activity, side: 'inputs' | 'outputs'): boolean {
  let sides = securedSides.get(activity);
  if (sides === undefined) {
    const settings = activity.properties.filter(({ name }) => name.startsWith(SECURED));
    sides = new Set(settings.map((setting) => literalOf(setting)?.toLowerCase() ?? ''));
    securedSides.set(activity, sides);
  }
  return sides.has(side);
}

/** Returns whether a path leads to the value of a secret: `/secrets/{name}/value`. */
function isSecretPath(path: string): boolean {
  const secrets = SECRETS.exec(path);
  return secrets !== null && path.toLowerCase().includes('/value', secrets.index + secrets[0].length);
}

/** Returns whether an action reads the value of a secret from a vault. */
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
