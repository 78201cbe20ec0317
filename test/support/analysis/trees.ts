/** Trees of expressions in tests: printed in one line, and checked against the tokens of their text. */
import assert from 'node:assert/strict';
import type { CallArgument, Expr } from '../../../src/analysis/model/expr.ts';
import type { Platform } from '../../../src/analysis/model/platform.ts';
import type { Expression, Workflow } from '../../../src/analysis/model/workflow.ts';
import { type Dialect, scanPlaces } from '../../../src/analysis/platforms/dot-net/lexer.ts';
import { openFile } from '../../../src/analysis/platforms/input-file.ts';
import { readWorkflows } from '../../../src/analysis/platforms/read-workflows.ts';
import type { ExprValue } from '../../../src/analysis/semantics/value.ts';
import { childNodes } from '../../../src/analysis/semantics/visit.ts';
import { type CorpusFile, corpusFiles } from '../files/corpus.ts';

/** Prints a tree as an S-expression; `<x>` is a part that was not parsed. */
export function printed(tree: Expr, text: string): string {
  const inner = (node: Expr): string => printed(node, text);
  const all = (nodes: readonly Expr[]): string => nodes.map((node) => ` ${inner(node)}`).join('');
  const args = (list: readonly CallArgument[]): string =>
    list.map(({ name, value }) => ` ${name === undefined ? '' : `${name}:`}${inner(value)}`).join('');
  switch (tree.kind) {
    case 'literal':
      return tree.type === 'text' || tree.type === 'character' ? JSON.stringify(tree.value) : tree.value;
    case 'reference':
      return tree.isMarked ? `$${tree.name}` : tree.name;
    case 'member':
      return `(${tree.isOptional ? '?.' : '.'}${tree.object === null ? '' : ` ${inner(tree.object)}`} ${tree.name})`;
    case 'index':
      return `(${tree.isOptional ? '?[]' : '[]'} ${inner(tree.object)}${args(tree.args)})`;
    case 'call':
      return `(call ${inner(tree.callee)}${args(tree.args)})`;
    case 'new':
      return `(new ${tree.type}${args(tree.args)}${tree.members.length === 0 ? '' : ` {${args(tree.members)} }`})`;
    case 'unary':
      return `(${tree.operator}${tree.type === undefined ? '' : ` ${tree.type}`} ${inner(tree.operand)})`;
    case 'binary':
      return `(${tree.operator}${all([tree.left, tree.right])})`;
    case 'conditional':
      return `(if${all([tree.test, tree.whenTrue, tree.whenFalse])})`;
    case 'interpolation':
      return `(join${all(tree.parts)})`;
    case 'list':
      return `(list${all(tree.items)})`;
    case 'lambda':
      return `(fn (${tree.parameters.join(' ')}) ${inner(tree.body)})`;
    case 'unparsed':
      return `<${text.slice(tree.start, tree.end)}>`;
  }
}

/** Prints a value; `<x>` is a part that only the run shows, and a text without its encodings stands in brackets. */
export function shownValue(value: ExprValue, text: string): string {
  switch (value.kind) {
    case 'constant':
      return value.text === value.plain ? value.text : `${value.text} (${value.plain})`;
    case 'unknown':
      return `<${printed(value.from, text)}>`;
    case 'joined':
      return value.parts.map((part) => shownValue(part, text)).join('+');
    case 'choice':
      return value.values.map((each) => shownValue(each, text)).join(' | ');
    case 'list':
      return `[${value.items.map((item) => shownValue(item, text)).join(', ')}]`;
  }
}

/** Shape of a tree: its nodes and height, and whether it has parts that were not parsed. */
export interface TreeShape {
  readonly nodes: number;
  readonly height: number;
  readonly isWhole: boolean;
}

/** Returns the places of the tokens of Visual Basic or C#; an underscore that continues a line belongs to no node. */
export function dotNetPlaces(text: string, dialect: Dialect): readonly Range[] {
  return scanPlaces(text, dialect)
    .places.map(({ start, end }) => ({ start, end: Math.min(end, text.length) }))
    .filter(({ start, end }) => end > start && text.slice(start, end) !== '_');
}

/** Asserts that the spans of a tree nest and stand in order, and that no token lies across their borders. */
export function checkTree(tree: Expr, text: string, tokens: readonly Range[]): TreeShape {
  const owners = new Array<Expr | undefined>(text.length).fill(undefined);
  const shape = checkSpans(tree, text.length, owners);
  for (const { start, end } of tokens) {
    const owner = owners[start];
    assert.ok(owner !== undefined, `no node has the token at ${start} of ${text}`);
    for (let at = start; at < end; at += 1)
      assert.equal(owners[at], owner, `the token at ${start} of ${text} lies in two nodes`);
  }
  return shape;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

function checkSpans(root: Expr, length: number, owners: (Expr | undefined)[]): TreeShape {
  let [nodes, height, isWhole] = [0, 0, true];
  const open: { readonly tree: Expr; readonly depth: number; readonly within: Range }[] = [
    { tree: root, depth: 1, within: { start: 0, end: length } },
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { tree, depth, within } = next;
    assert.ok(within.start <= tree.start && tree.start <= tree.end && tree.end <= within.end);
    owners.fill(tree, tree.start, tree.end);
    nodes += 1;
    height = Math.max(height, depth);
    if (tree.kind === 'unparsed') isWhole = false;
    let { start } = tree;
    for (const child of childNodes(tree)) {
      assert.ok(child.start >= start, `children in order: ${tree.kind}`);
      start = child.end;
      open.push({ tree: child, depth: depth + 1, within: tree });
    }
  }
  return { nodes, height, isWhole };
}

/** The different expressions of a platform's real files, global code among them; those in files that cannot be read are left out. */
export function* corpusExpressions(platform: Platform): Generator<Expression> {
  const seen = new Set<string>();
  for (const file of corpusFiles([platform])) {
    for (const { expressions, notes } of workflowsIn(file)) {
      for (const expression of [...expressions, ...notes.flatMap(({ code }) => code ?? [])]) {
        const key = `${expression.language} ${expression.text}`;
        if (seen.has(key)) continue;
        seen.add(key);
        yield expression;
      }
    }
  }
}

function workflowsIn({ path, bytes, platform }: CorpusFile): readonly Workflow[] {
  try {
    return readWorkflows(openFile(path, bytes), platform).workflows;
  } catch {
    return [];
  }
}
