/**
 * Names in a Power Automate flow: functions that read by name, and how names of actions are matched: letter case is
 * ignored, and blanks and `_` are equal.
 */

/** Kinds of things that expressions read by name. */
export type FlowNameKind = 'variable' | 'parameter' | 'action' | 'loop';

const functionsOf = (kind: FlowNameKind, names: string) =>
  names.split(' ').map((name): readonly [string, FlowNameKind] => [name, kind]);

/** Functions whose first argument names something, in lower case, with the kind of the thing. */
export const NAMING_FUNCTIONS: ReadonlyMap<string, FlowNameKind> = new Map([
  ...functionsOf('variable', 'variables'),
  ...functionsOf('parameter', 'parameters'),
  ...functionsOf(
    'action',
    'body outputs actions actionbody actionoutputs result formdatavalue formdatamultivalues multipartbody',
  ),
  ...functionsOf('loop', 'items iterationindexes'),
]);

/** Functions that read the trigger, in lower case. */
export const TRIGGER_FUNCTIONS: ReadonlySet<string> = new Set([
  'trigger',
  'triggerbody',
  'triggeroutputs',
  'triggerformdatavalue',
  'triggerformdatamultivalues',
  'triggermultipartbody',
]);

/** Returns the key by which expressions mention a thing. */
export function flowNameKey(kind: FlowNameKind, name: string): string {
  return `${kind}:${kind === 'action' || kind === 'loop' ? matchedName(name) : name.toLowerCase()}`;
}

const BLANK = 0x20;
const UNDERSCORE = 0x5f;

/** Returns the form of a name that is compared: files have `_`, hand-written references sometimes blanks. */
export function matchedName(name: string): string {
  const lower = name.toLowerCase();
  return lower.includes(' ') ? lower.replaceAll(' ', '_') : lower;
}

/** For each byte of an ASCII name, the byte of its matched form; 0 outside ASCII. */
export const MATCHED_BYTES: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte >= 0x80) return 0;
  return byte === BLANK ? UNDERSCORE : String.fromCharCode(byte).toLowerCase().charCodeAt(0);
});
