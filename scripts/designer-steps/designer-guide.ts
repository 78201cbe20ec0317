/** What the guide of one designer is made of. */

/** The steps by which an author fixes the findings of each rule in one designer. */
export interface DesignerGuide {
  /** The designer's name, for people. */
  readonly title: string;
  /** Rule id → steps in order, each an imperative sentence. */
  readonly steps: ReadonlyMap<string, readonly string[]>;
}

/** Makes a guide from a table: rule id → the place to open, then what to do there. */
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
