/** Coverage of a pack by its cases: decisions that no case would notice. */
import { readPattern } from '../../contract/exception.ts';
import type { BuiltPack } from '../built/built-pack.ts';
import type { PackSource } from '../source/read-pack.ts';
import type { PlacedCase } from './read-cases.ts';

/** Decisions of a pack that no case tests. */
export interface Uncovered {
  /** Rules that the pack itself decides about. */
  readonly rules: readonly string[];
  /** Places of overrides that match the file of no case. */
  readonly overrides: readonly string[];
}

/** Returns what no case tests. */
export function uncovered(
  { document, pack: source }: PackSource,
  pack: BuiltPack,
  cases: readonly PlacedCase[],
): Uncovered {
  const named = new Set(
    cases.flatMap(({ test: { expect } }) => [
      ...(expect.blocking ?? []).map((wanted) => wanted.split('@')[0]!),
      ...(expect.absent ?? []),
      ...Object.keys(expect.severity ?? {}),
      ...Object.keys(expect.origin ?? {}),
    ]),
  );
  const own = `${document.file}:`;
  const decided = [pack.base, ...Object.values(pack.environments)].flatMap(({ origins }) =>
    Object.entries(origins)
      .filter(([, { on, severity, options = {} }]) =>
        [on, severity, ...Object.values(options)].some((place) => place?.startsWith(own)),
      )
      .map(([id]) => id),
  );
  const paths = cases.map(({ test }) => test.path ?? test.file ?? 'example');
  const overrides = (source.overrides ?? []).flatMap(({ match }, index) => {
    const fits = match.path === undefined ? () => true : readPattern(match.path);
    return paths.some(fits) ? [] : [`${document.file}:${document.lineOf(['overrides', index])}`];
  });
  return { rules: [...new Set(decided)].filter((id) => !named.has(id)).sort(), overrides };
}
