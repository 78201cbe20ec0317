/** Lines of logic of each rule: its functions, and those of a pattern file that serves it alone. */
import { globSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { type Node, parse, type Token } from 'acorn';

const ROOT = join(import.meta.dirname, '../..');
const RULES = 'src/analysis/rules';
const PATTERNS = 'src/analysis/patterns/';
const IMPORTED = /\bfrom '(\.[^']+)'/g;
/** Members of a rule that describe it. */
const DESCRIBES =
  /^(?:id|version|title|platforms|category|severity|confidence|kind|preset|why|fix|compliance|controls|dedupeGroup|examples)$/;

/** Node of the tree with the members that its type has. */
type Tree = Node & Readonly<Record<string, unknown>>;

interface Source {
  readonly statements: readonly Tree[];
  readonly tokens: readonly Token[];
}

function read(file: string): Source {
  const tokens: Token[] = [];
  const text = stripTypeScriptTypes(readFileSync(join(ROOT, file), 'utf8'));
  const { body } = parse(text, {
    ecmaVersion: 'latest',
    sourceType: 'module',
    locations: true,
    onToken: tokens,
  });
  return { statements: body.filter(({ type }) => !type.startsWith('Import')) as unknown as Tree[], tokens };
}

/** Yields a node and all nodes in it. */
function* nodesIn(node: unknown): Generator<Tree> {
  if (Array.isArray(node)) for (const item of node) yield* nodesIn(item);
  else if (typeof node === 'object' && node !== null && 'type' in node) {
    yield node as Tree;
    for (const [name, value] of Object.entries(node)) if (name !== 'loc') yield* nodesIn(value);
  }
}

const namesIn = (node: unknown): ReadonlySet<string> =>
  new Set([...nodesIn(node)].flatMap(({ type, name }) => (type === 'Identifier' ? [name as string] : [])));

/** Returns the names that a statement declares. */
function declaredBy(statement: Tree): ReadonlySet<string> {
  const declaration = (statement.declaration ?? statement) as Tree;
  const declarations = (declaration.declarations ?? [declaration]) as readonly Tree[];
  return namesIn(declarations.map(({ id }) => id));
}

/** A constant without a function in it is a table, and no logic. */
const isLogic = (node: Tree): boolean => [...nodesIn(node)].some(({ type }) => type.includes('Function'));

function linesOf({ tokens }: Source, parts: readonly Node[]): number {
  const inside = tokens.filter(({ start, end }) =>
    parts.some((part) => part.start <= start && end <= part.end),
  );
  const lines = inside.map(({ loc }) => loc!).flatMap(({ start, end }) => [start.line, end.line]);
  return new Set(lines).size;
}

/** Returns the declarations that a rule uses for more than its examples, and its own members with logic. */
function logicOf({ statements }: Source): readonly Node[] {
  const rule = statements.find((statement) => declaredBy(statement).has('rule'));
  const members = [...nodesIn(rule)].find(({ type }) => type === 'ObjectExpression')?.properties;
  const own = ((members ?? []) as readonly Tree[]).filter(
    ({ key }) => !DESCRIBES.test(String((key as Tree)?.name)),
  );
  const used = new Set<Tree>(own);
  for (const node of used) {
    const names = namesIn(node);
    for (const other of statements)
      if (other !== rule && [...declaredBy(other)].some((name) => names.has(name))) used.add(other);
  }
  return [...used].filter(isLogic);
}

const importsOf = (file: string): readonly string[] =>
  [...readFileSync(join(ROOT, file), 'utf8').matchAll(IMPORTED)].map(([, path]) =>
    relative(ROOT, join(ROOT, dirname(file), path!)).replaceAll('\\', '/'),
  );

/** Yields what a file imports from the folder of patterns, itself or by way of another pattern. */
function patternsOf(file: string): ReadonlySet<string> {
  const found = new Set([file]);
  for (const one of found) for (const path of importsOf(one)) if (path.startsWith(PATTERNS)) found.add(path);
  found.delete(file);
  return found;
}

/** Returns the lines of logic of each rule by its file. */
export function ruleLogic(): ReadonlyMap<string, number> {
  const files = globSync('src/**/*.ts', { cwd: ROOT }).map((file) => file.replaceAll('\\', '/'));
  const rules = files.filter((file) => file.startsWith(`${RULES}/`) && file !== `${RULES}/index.ts`);
  const users = files.filter((file) => !file.startsWith(PATTERNS) && file !== `${RULES}/index.ts`);
  const usersOf = Map.groupBy(
    users.flatMap((user) => [...patternsOf(user)].map((pattern) => ({ user, pattern }))),
    ({ pattern }) => pattern,
  );
  const logic = new Map<string, number>();
  for (const rule of rules) {
    const source = read(rule);
    logic.set(rule, linesOf(source, logicOf(source)));
  }
  for (const [pattern, [only, another]] of usersOf) {
    const before = another === undefined ? logic.get(only!.user) : undefined;
    if (before === undefined) continue;
    const source = read(pattern);
    logic.set(only!.user, before + linesOf(source, source.statements.filter(isLogic)));
  }
  return logic;
}
