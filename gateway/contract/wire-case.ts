/** Conversion of names between camelCase and snake_case. */
import type { WireCase } from '../../src/contract/wire-case.ts';

/** Converts `sourceXPath` to `source_x_path`; a name without capitals stays. */
export function snakeName(camel: string): string {
  return camel.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Converts a camelCase name to the given spelling. */
export function wireName(camel: string, wireCase: WireCase): string {
  return wireCase === 'snake' ? snakeName(camel) : camel;
}

/** Converts `listRules` to `ListRules`: the name of a component that belongs to an operation. */
export function pascalName(camel: string): string {
  return camel.charAt(0).toUpperCase() + camel.slice(1);
}
