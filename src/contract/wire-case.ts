/** The two spellings of names in REST answers: the schema's camelCase, and the snake_case of the published examples. */

export const WIRE_CASES = ['camel', 'snake'] as const;
export type WireCase = (typeof WIRE_CASES)[number];

/** Returns whether a text names one of the spellings. */
export function isWireCase(text: string): text is WireCase {
  return (WIRE_CASES as readonly string[]).includes(text);
}
