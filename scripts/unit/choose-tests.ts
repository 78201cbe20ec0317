/** Which test files a change can break: those that reach a changed file through imports and through paths that they name. */
import { type Graph, sourceGraph } from './source-graph.ts';

/** Test files of any change: they read all sources, and take seconds. */
const ALWAYS = ['test/repository/architecture.test.ts', 'test/repository/tidy.test.ts'];

/** Folders of members of a catalogue → the tests of the members. Others use the catalogue, not one member of it. */
const CATALOGUES: Readonly<Record<string, RegExp>> = {
  'src/analysis/rules/':
    /^test\/(?:analysis\/(?:[\w-]+|metamorphic\/[\w-]+|engine\/[\w-]*examples[\w-]*)|repository\/rule-sizes)\.test\.ts$/,
};

/** Documents and samples: read as they are, they break no program, only what names them and tests of that. */
const READ_AS_THEY_ARE = /^(?:docs|samples)\/|\.md$/;
const NEAR_STEPS_MAX = 3;

/** Test file → how it reaches a changed file, from the test to the file. */
export type Choice = ReadonlyMap<string, readonly string[]>;

/** Chooses among these test files; the shortest way first. */
export function chooseTests(
  changed: readonly string[],
  files: readonly string[],
  graph: Graph = sourceGraph(),
): Choice {
  const ways = new Map<string, readonly string[]>();
  for (const path of changed)
    for (const [test, way] of waysTo(path, files, graph))
      if (way.length < (ways.get(test)?.length ?? Number.POSITIVE_INFINITY)) ways.set(test, way);
  if (changed.length > 0)
    for (const file of ALWAYS) if (files.includes(file) && !ways.has(file)) ways.set(file, [file]);
  return new Map([...ways].sort(([, a], [, b]) => a.length - b.length));
}

/** Returns the ways to one changed file: of the tests of its catalogue, or of all that reach it. */
function waysTo(path: string, files: readonly string[], graph: Graph): Choice {
  const catalogue = Object.entries(CATALOGUES).find(([folder]) => path.startsWith(folder));
  if (catalogue !== undefined) {
    const [folder, tests] = catalogue;
    return new Map(files.filter((file) => tests.test(file)).map((file) => [file, [file, folder, path]]));
  }
  const ways = new Map<string, readonly string[]>([[path, [path]]]);
  // Breadth first: the first way to a file is a shortest one. A map lists what is added while it is read.
  const stepsMax = READ_AS_THEY_ARE.test(path) ? NEAR_STEPS_MAX : Number.POSITIVE_INFINITY;
  for (const [reached, way] of ways) {
    if (way.length >= stepsMax) continue;
    for (const user of graph.usersOf(reached)) if (!ways.has(user)) ways.set(user, [user, ...way]);
  }
  return new Map(files.flatMap((file) => (ways.has(file) ? [[file, ways.get(file)!]] : [])));
}

/** Says which test files run and why. */
export function describeChoice(choice: Choice): string {
  if (choice.size === 0) return 'No test file reaches a changed file.\n';
  const lines = [...choice].map(([file, way]) =>
    way.length === 1 ? `  ${file}` : `  ${file}: ${way.slice(1).join(' → ')}`,
  );
  return [`${choice.size} test files reach a changed file:`, ...lines, ''].join('\n');
}
