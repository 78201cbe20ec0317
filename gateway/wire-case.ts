/** The two spellings of names on the wire. camelCase is the schema's; snake_case is negotiated. */

export const WIRE_CASES = ['camel', 'snake'] as const;
export type WireCase = (typeof WIRE_CASES)[number];

/** `sourceXPath` → `source_x_path`; a name without capitals stays. */
export function snakeName(camel: string): string {
  return camel.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A camelCase name in the spelling that is asked for. */
export function wireName(camel: string, wireCase: WireCase): string {
  return wireCase === 'snake' ? snakeName(camel) : camel;
}

/** Whether a text names one of the spellings. */
export function isWireCase(text: string): text is WireCase {
  return (WIRE_CASES as readonly string[]).includes(text);
}
