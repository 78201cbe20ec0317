/** A name on the wire in the spelling that is asked for. */
import type { WireCase } from '../../src/contract/wire-case.ts';

/** `sourceXPath` → `source_x_path`; a name without capitals stays. */
export function snakeName(camel: string): string {
  return camel.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A camelCase name in the spelling that is asked for. */
export function wireName(camel: string, wireCase: WireCase): string {
  return wireCase === 'snake' ? snakeName(camel) : camel;
}

/** `listRules` → `ListRules`: the name of a component that belongs to an operation. */
export function pascalName(camel: string): string {
  return camel.charAt(0).toUpperCase() + camel.slice(1);
}
