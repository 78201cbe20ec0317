/** Reasons of the rules: why each matters. */

/** Loads them. Returns a function that gives the reason of a rule; undefined for a rule of a pack. */
export async function loadReasons(): Promise<(ruleId: string) => string | undefined> {
  const { CATALOGUE } = await import('../../gen/rule-catalogue.ts');
  const facts: Readonly<Record<string, { readonly why: string }>> = CATALOGUE;
  return (ruleId) => (Object.hasOwn(facts, ruleId) ? facts[ruleId]!.why : undefined);
}
