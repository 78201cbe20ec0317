/** Facts about activities by their type, read from the tables on first use. */
import { type PackageFacts, rowsOf } from './package-facts.ts';
import { UIPATH_PACKAGES } from './uipath-packages.ts';

/** A documented property. */
export interface PropertyFacts {
  readonly name: string;
  /** Declared type in .NET's words; '?' where the page does not say it. */
  readonly type: string;
  readonly isRequired: boolean;
  readonly isOutput: boolean;
  /** Members of its type, where that is an enumeration. */
  readonly members: readonly string[] | undefined;
}

/** A documented activity. */
export interface ActivityFacts {
  readonly type: string;
  readonly package: PackageFacts;
  /** Page that documents it, below the source of its package. */
  readonly page: string;
  /** Container that it has to stand in. */
  readonly scope: string | undefined;
  readonly properties: readonly PropertyFacts[];
}

const PROPERTY = /^(\w+)(!?)(>?):(.+)$/;

type Enumerations = ReadonlyMap<string, readonly string[]>;

function readProperty(cell: string, enumerations: Enumerations): readonly PropertyFacts[] {
  const match = PROPERTY.exec(cell);
  if (match === null) return [];
  const [, name, required, output, type] = match;
  const members = enumerations.get(type!.replace('?', ''));
  return [{ name: name!, type: type!, isRequired: required !== '', isOutput: output !== '', members }];
}

function readActivity(row: string, from: PackageFacts, enumerations: Enumerations): ActivityFacts {
  const [type, ...cells] = row.split(' ');
  const marked = (mark: string): string | undefined =>
    cells.find((cell) => cell.startsWith(mark))?.slice(mark.length);
  let properties: readonly PropertyFacts[] | undefined;
  return {
    type: type!,
    package: from,
    page: marked('#') ?? type!,
    scope: marked('@'),
    get properties() {
      properties ??= cells.flatMap((cell) => readProperty(cell, enumerations));
      return properties;
    },
  };
}

function readPackage(from: PackageFacts): readonly ActivityFacts[] {
  const enumerations = new Map(
    rowsOf(from.enumerations).map((row) => {
      const [name, ...members] = row.split(' ');
      return [name!, members];
    }),
  );
  return rowsOf(from.activities).map((row) => readActivity(row, from, enumerations));
}

let byType: ReadonlyMap<string, readonly ActivityFacts[]> | undefined;

/** Returns the facts of all documented activities by type; packages can have one of the same name. */
export function uipathActivities(): ReadonlyMap<string, readonly ActivityFacts[]> {
  byType ??= Map.groupBy(UIPATH_PACKAGES.flatMap(readPackage), ({ type }) => type);
  return byType;
}

/** Returns the documented property of an activity type; undefined where packages disagree about its type. */
export function propertyFacts(type: string, name: string): PropertyFacts | undefined {
  const found = (uipathActivities().get(type) ?? []).flatMap(({ properties }) =>
    properties.filter((property) => property.name === name),
  );
  return found.every((each) => each.type === found[0]!.type) ? found[0] : undefined;
}
