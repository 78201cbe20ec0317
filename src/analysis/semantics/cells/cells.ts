/** Cells: what a workflow keeps values in, and where it reads and writes each. */
import type { Expr } from '../../model/expr.ts';
import { flowNameKey } from '../../model/flow-names.ts';
import { derived } from '../../model/interning/derived.ts';
import { isLive } from '../../model/navigate.ts';
import type { Activity, Expression, Property, Variable, Workflow } from '../../model/workflow.ts';
import { resolveSymbol, type SymbolTable, symbolTable } from '../symbols.ts';
import { isAddedTo, isKnownInput } from './known-inputs.ts';
import { BY_STEP, type Uses, UsesList, WRITE } from './uses.ts';

/** Cells of a workflow: its symbols, the outputs of actions, and what else its expressions mention by a key. */
export interface Cells {
  readonly count: number;
  /** By cell: its key in expressions. */
  readonly keys: readonly string[];
  /** By cell: its declaration, if there is one. */
  readonly symbols: readonly (Variable | undefined)[];
  readonly reads: Uses;
  readonly writes: Uses;
  /** Returns the cell that a key means at an activity; -1 when no step uses it there. */
  of(key: string, owner: number): number;
  /** Returns the cell of a declared symbol; -1 when no step uses it. */
  ofSymbol(symbol: Variable): number;
}

/** Numbers of cells, given as they are met. */
class CellNumbers {
  readonly keys: string[] = [];
  readonly symbols: (Variable | undefined)[] = [];
  private readonly bySymbol = new Map<Variable, number>();
  private readonly byKey = new Map<string, number>();
  private readonly workflow: Workflow;
  private readonly table: SymbolTable;
  /** Identifiers of Visual Basic and C# are also functions, types and members. */
  private readonly isDeclaredOnly: boolean;

  constructor(workflow: Workflow) {
    this.workflow = workflow;
    this.table = symbolTable(workflow);
    this.isDeclaredOnly = workflow.language === 'visual-basic' || workflow.language === 'csharp';
  }

  ofSymbol(symbol: Variable): number {
    return this.bySymbol.get(symbol) ?? -1;
  }

  of(key: string, owner: number): number {
    const symbol = resolveSymbol(this.workflow, this.table, key, owner);
    return symbol === undefined ? (this.byKey.get(key) ?? -1) : this.ofSymbol(symbol);
  }

  /** Returns the number of a cell, a new one for one that was not met before; -1 for what is no cell. */
  met(key: string, owner: number): number {
    const symbol = resolveSymbol(this.workflow, this.table, key, owner);
    if (symbol === undefined && this.isDeclaredOnly) return -1;
    return symbol === undefined ? this.metKey(key) : this.metSymbol(symbol);
  }

  metSymbol(symbol: Variable): number {
    const known = this.ofSymbol(symbol);
    if (known !== -1) return known;
    this.bySymbol.set(symbol, this.keys.length);
    return this.add(symbol.key, symbol);
  }

  metKey(key: string): number {
    const known = this.byKey.get(key);
    if (known !== undefined) return known;
    this.byKey.set(key, this.keys.length);
    return this.add(key, undefined);
  }

  private add(key: string, symbol: Variable | undefined): number {
    this.symbols.push(symbol);
    return this.keys.push(key) - 1;
  }
}

/** Returns the name at the beginning of `a.b("c")(1)`; undefined when it is computed. */
function baseName(tree: Expr): string | undefined {
  let node: Expr | null = tree;
  while (node !== null) {
    if (node.kind === 'reference') return node.name;
    if (node.kind === 'member' || node.kind === 'index') node = node.object;
    else if (node.kind === 'call') node = node.callee;
    else return undefined;
  }
  return undefined;
}

/** Mentioned keys of the value that an output writes whole, then those that it writes a part of; the rest it reads. */
interface Targets {
  readonly whole: string | undefined;
  readonly parts: readonly string[];
}

function targetsOf({ language, mentions, tokens, tree }: Expression): Targets {
  const [first, ...others] = mentions;
  if (first === undefined) return { whole: undefined, parts: [] };
  if (tokens.length === 1) return { whole: first, parts: others };
  // The field of a collection comes before the collection.
  if (language === 'blue-prism') return { whole: first, parts: others };
  const base = baseName(tree)?.toLowerCase();
  return {
    whole: undefined,
    parts: mentions.filter((key) => base === undefined || key.toLowerCase() === base),
  };
}

/** Steps that add to the value which they name as their output. */
const ADDS = /^(?:append|increment|decrement)|append|\.increase|\.decrease/i;

/** Settings in which code and calls get and give values. */
const PASSED = 'Arguments.';

const SELECTOR = /Selector(?:Argument)?$/;
const HOLE = /\{\{([^{}]{1,200})\}\}/g;

/** Yields the variables in the holes of a fixed selector of UiPath: `<wnd title='{{customer}}' />`. */
function* selectorKeys({ name, text }: Property, { platform, language }: Workflow): Generator<string> {
  if (platform !== 'uipath' || !SELECTOR.test(name) || !text.includes('{{')) return;
  for (const [, hole] of text.matchAll(HOLE))
    yield language === 'visual-basic' ? hole!.trim().toLowerCase() : hole!.trim();
}

/** Collects the uses of a workflow's cells. */
class UseCollector {
  readonly reads = new UsesList();
  readonly writes = new UsesList();
  readonly numbers: CellNumbers;
  private readonly workflow: Workflow;
  /** Bindings of calls that only give a value, though the file declares them as outputs. */
  private readonly given = new Set<object>();

  constructor(workflow: Workflow) {
    this.workflow = workflow;
    this.numbers = new CellNumbers(workflow);
    for (const { bindings } of workflow.platform === 'uipath' ? workflow.calls : [])
      for (const { direction, value } of bindings) if (direction === 'out') this.given.add(value);
  }

  collect(): void {
    const { activities, variables, arguments: own } = this.workflow;
    for (const symbol of own) {
      this.addDefault(symbol);
      // Its value goes back to the caller, even where no step uses it.
      if (symbol.direction === 'in-out') this.numbers.metSymbol(symbol);
    }
    for (const symbol of variables) this.addDefault(symbol);
    for (const activity of activities) {
      if (!isLive(activity)) continue;
      const { properties } = activity;
      // A step reads its inputs before it writes its outputs.
      for (let at = 0; at < properties.length; at += 1)
        if (properties[at]!.direction === 'in') this.addInput(activity, properties[at]!, at);
      for (let at = 0; at < properties.length; at += 1)
        if (properties[at]!.direction === 'out') this.addOutput(activity, properties[at]!, at);
    }
    if (this.workflow.language === 'workflow-definition') this.addActionOutputs();
  }

  /** Adds what the default of a symbol reads, and the value that its container gives it. */
  private addDefault(symbol: Variable): void {
    const step = defaultStep(symbol, this.workflow);
    for (const key of symbol.default?.expression?.mentions ?? []) {
      const cell = this.numbers.met(key, step);
      if (cell !== -1) this.reads.add(cell, step, BY_STEP, 0);
    }
    if (isBoundByContainer(symbol))
      this.writes.add(this.numbers.metSymbol(symbol), symbol.owner, BY_STEP, WRITE.strong);
  }

  private addInput(activity: Activity, property: Property, at: number): void {
    const { expression } = property;
    if (expression === undefined) {
      for (const key of selectorKeys(property, this.workflow)) this.read(key, activity, at);
      return;
    }
    const { mentions } = expression;
    for (const key of mentions) this.read(key, activity, at);
    if (mentions.length !== 1) return;
    if (isAddedTo(activity.type, property.name)) this.write(mentions[0]!, activity, at, WRITE.weak);
    else if (this.workflow.platform === 'uipath' && isUnlisted(activity, property))
      this.write(mentions[0]!, activity, at, WRITE.possible);
  }

  private addOutput(activity: Activity, property: Property, at: number): void {
    const { expression } = property;
    if (expression === undefined) return;
    const { whole, parts } = targetsOf(expression);
    const adds = ADDS.test(activity.type);
    for (const key of expression.mentions) {
      if (key === whole) this.write(key, activity, at, adds ? WRITE.weak : WRITE.strong);
      else if (parts.includes(key)) this.write(key, activity, at, WRITE.weak);
      const isPassed = property.name.startsWith(PASSED) && !this.given.has(property);
      if (key !== whole || adds || isPassed) this.read(key, activity, at);
    }
  }

  /** Adds the outputs of actions, which no setting names. */
  private addActionOutputs(): void {
    for (const activity of this.workflow.activities) {
      if (!isLive(activity)) continue;
      const kind = activity.role === 'loop' ? 'loop' : 'action';
      const cell = this.numbers.metKey(flowNameKey(kind, activity.name));
      this.writes.add(cell, activity.index, BY_STEP, WRITE.strong);
    }
  }

  private read(key: string, { index }: Activity, at: number): void {
    const cell = this.numbers.met(key, index);
    if (cell !== -1) this.reads.add(cell, index, at, 0);
  }

  private write(key: string, { index }: Activity, at: number, grade: number): void {
    const cell = this.numbers.met(key, index);
    if (cell !== -1) this.writes.add(cell, index, at, grade);
  }
}

/** Returns the step that computes the default of a symbol: its container, in a cloud flow the action that declares it. */
export function defaultStep({ owner, default: value }: Variable, { language }: Workflow): number {
  return language === 'workflow-definition' ? (value?.owner ?? owner) : owner;
}

/** Returns whether a container gives a symbol its value: the item of a loop, the exception of a catch. */
export function isBoundByContainer({ modifiers }: Variable): boolean {
  return modifiers?.[0]?.startsWith('Delegate') === true;
}

/**
 * Returns whether a setting may be an output: it is a variable alone, and no table lists it. Files do not mark outputs in
 * their short form, an attribute, and packages have more types than tables.
 */
function isUnlisted({ type }: Activity, { at, name, expression }: Property): boolean {
  return at < 0 && expression!.tokens.length === 1 && !isKnownInput(type, name);
}

/** Finds the cells of a workflow and their uses, once. */
export const cellsOf = derived((workflow: Workflow): Cells => {
  const collector = new UseCollector(workflow);
  collector.collect();
  const { numbers } = collector;
  const count = numbers.keys.length;
  return {
    count,
    keys: numbers.keys,
    symbols: numbers.symbols,
    reads: collector.reads.compressed(count),
    writes: collector.writes.compressed(count),
    of: (key, owner) => numbers.of(key, owner),
    ofSymbol: (symbol) => numbers.ofSymbol(symbol),
  };
});
