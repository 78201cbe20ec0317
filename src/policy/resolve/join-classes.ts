/** Names that hold data: those of a pack, with those of packs that it extends. */
import { FAMILIES, type Family } from '../../analysis/model/data-flow/family.ts';
import type { DataClasses } from '../../analysis/model/data-flow/own-rows.ts';
import { POLICY_LIMITS } from '../limits.ts';

/**
 * Joins names, each once; undefined for none.
 * @param report gets a family with more names than a pack may have
 */
export function joinClasses(
  all: readonly (DataClasses | undefined)[],
  report: (family: Family, message: string) => void,
): DataClasses | undefined {
  const joined = FAMILIES.flatMap((family) => {
    const names = [...new Set(all.flatMap((classes) => classes?.[family] ?? []))];
    const { flowNamesMax } = POLICY_LIMITS;
    if (names.length > flowNamesMax)
      report(
        family,
        `"classes.${family}" has ${names.length} names with those of packs that it extends; the limit is ${flowNamesMax}.`,
      );
    return names.length === 0 ? [] : [[family, names] as const];
  });
  return joined.length === 0 ? undefined : Object.fromEntries(joined);
}

/** Returns the first name that one policy has and another one lacks. */
export function missingName(
  wanted: DataClasses | undefined,
  given: DataClasses | undefined,
): { readonly family: Family; readonly name: string } | undefined {
  for (const family of FAMILIES) {
    const known = new Set(given?.[family]);
    const name = wanted?.[family]?.find((one) => !known.has(one));
    if (name !== undefined) return { family, name };
  }
  return undefined;
}
