/** The parts of a guide to one designer. */

/** Steps by which an author fixes the findings of each rule in one designer. */
export interface DesignerGuide {
  /** Name of the designer, for people. */
  readonly title: string;
  /** Steps in order by rule id, each an imperative sentence. */
  readonly steps: ReadonlyMap<string, readonly string[]>;
}

/** Builds a guide from a table: rule id → the place to open, then the step there. */
export function designerGuide<Places extends Readonly<Record<string, string>>>(
  title: string,
  places: Places,
  table: Readonly<Record<string, readonly [place: keyof Places, ...then: string[]]>>,
): DesignerGuide {
  const entries = Object.entries(table).map(
    ([id, [place, ...then]]) => [id, [places[place]!, ...then]] as const,
  );
  return { title, steps: new Map(entries) };
}
