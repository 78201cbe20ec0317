/** The stream of a workflow's assignments: settings, defaults, and the names with values in their texts and code. */

import type { Expr } from '../../model/expr.ts';
import { derived } from '../../model/interning/derived.ts';
import { literalOf } from '../../model/navigate.ts';
import type { Assignment, AssignmentKind } from '../../model/subjects/assignment.ts';
import type {
  Activity,
  Expression,
  Note,
  Property,
  Value,
  Variable,
  Workflow,
} from '../../model/workflow.ts';
import { assignedIn, assigningIn } from '../assigned.ts';
import { COMPUTED, wholeTexts } from '../joined.ts';
import { isJson, jsonMembers } from './json-members.ts';
import { commandSwitches, entryLines, formFields, headerLines } from './lines.ts';
import type { NamedText } from './named-text.ts';
import { type Pairs, pairsIn } from './pairs.ts';
import { namedSetting } from './setting-names.ts';
import { xmlElements } from './xml-elements.ts';

/** A value as a whole. A class, so that its text is cut out of the file only when a rule reads it. */
class WholeAssignment implements Assignment {
  readonly name: string;
  readonly via: AssignmentKind;
  readonly at: Value;
  readonly isPart = false;

  constructor(name: string, via: AssignmentKind, at: Value) {
    this.name = name;
    this.via = via;
    this.at = at;
  }

  get text(): string | undefined {
    return literalOf(this.at);
  }

  get tree(): Expr | undefined {
    return this.at.expression?.tree;
  }
}

/** Signs without one of which a text or code holds no name with a value, but for command lines. */
const HOLDS_NAMES = /[{<[(=:]/;
/** Characters of the longest joined text whose parts are looked up. */
const JOINED_MAX = 20_000;
/** Rows of a table, as a data set writes them. */
const ROWS = /^\s*<(?:NewDataSet|DocumentElement)\b/;

const NONE: readonly Assignment[] = [];

/** Maps each default to the variable or argument that starts with it. */
const symbolsOf = derived(({ variables, arguments: args }: Workflow): ReadonlyMap<Value, Variable> => {
  const symbols = new Map<Value, Variable>();
  for (const list of [variables, args])
    for (const symbol of list) if (symbol.default !== undefined) symbols.set(symbol.default, symbol);
  return symbols;
});

/** Code beside the steps, as a value. A class, so that its text is cut out of the file only when a rule reads it. */
class CodeValue implements Value {
  readonly at: Value['at'];
  readonly owner: number;
  readonly name: string;
  readonly #note: Note;

  constructor(note: Note) {
    this.#note = note;
    this.at = note.at;
    this.owner = note.owner;
    this.name = note.name;
  }

  get text(): string {
    return this.#note.text;
  }

  get expression(): Expression | undefined {
    return this.#note.code;
  }
}

/** Returns the values of code outside steps, such as global code, by their notes. */
export const codeValues = derived(
  ({ notes }: Workflow): ReadonlyMap<Note, Value> =>
    new Map(notes.filter(({ kind }) => kind === 'code').map((note) => [note, new CodeValue(note)])),
);

/** Returns the variable or argument that starts with a value; undefined for a setting of an activity. */
export function startedBy(workflow: Workflow, value: Value): Variable | undefined {
  return symbolsOf(workflow).get(value);
}

/** Assignments of one workflow, each made on first use. */
class Assignments {
  readonly #workflow: Workflow;
  readonly #wholes = new Map<Value, readonly Assignment[]>();
  readonly #parts = new Map<Value, readonly Assignment[]>();
  readonly #pairs = new Map<Activity, Pairs>();

  constructor(workflow: Workflow) {
    this.#workflow = workflow;
  }

  /** Returns the assignment of a setting or default as a whole; none where it only names others. */
  wholeOf(value: Value): readonly Assignment[] {
    let made = this.#wholes.get(value);
    if (made === undefined) {
      made = this.#isDeclaration(value) ? NONE : this.#whole(value);
      this.#wholes.set(value, made);
    }
    return made;
  }

  /** Returns the assignments in the text or code of a setting or default. */
  partsOf(value: Value): readonly Assignment[] {
    let made = this.#parts.get(value);
    if (made === undefined) {
      made = this.#isDeclaration(value) || !this.#mayHaveParts(value) ? NONE : [...this.#inside(value)];
      this.#parts.set(value, made);
    }
    return made;
  }

  /** Returns the values that a setting names; undefined if it names none. */
  namedBy(value: Value): readonly Value[] | undefined {
    const activity = this.#workflow.activities[value.owner];
    return activity && this.#pairsOf(activity, value)?.values.get(value);
  }

  /** Returns whether a setting only names what is written, or declares a variable, whose default is listed. */
  #isDeclaration(value: Value): boolean {
    if (startedBy(this.#workflow, value) !== undefined) return false;
    const isWritten = (value as Property).direction === 'out';
    return isWritten || this.#workflow.activities[value.owner]?.type === 'InitializeVariable';
  }

  #whole(value: Value): readonly Assignment[] {
    const { platform, activities } = this.#workflow;
    const symbol = startedBy(this.#workflow, value);
    if (symbol !== undefined) {
      // A field of a collection: `Logins.Password`.
      const dot = platform === 'blue-prism' ? symbol.name.lastIndexOf('.') : -1;
      return [new WholeAssignment(symbol.name.slice(dot + 1), dot === -1 ? 'default' : 'cell', value)];
    }
    const activity = activities[value.owner];
    if (activity === undefined) return NONE;
    const pairs = this.#pairsOf(activity, value);
    if (pairs?.values.has(value) === true) return NONE;
    if (activity.type === 'Compose' && value.name === 'inputs')
      return [new WholeAssignment(activity.name, 'variable', value)];
    const { name, via } = namedSetting(value);
    const named = pairs?.names.get(value);
    if (named !== undefined)
      return [new WholeAssignment(named.name, named.isWritten ? 'variable' : listedVia(via), value)];
    const isInput = platform === 'blue-prism' && value.name.startsWith('inputs.');
    return [new WholeAssignment(name, isInput ? 'argument' : via, value)];
  }

  /** Returns false for most values, whose text has no sign that stands between names and values. */
  #mayHaveParts(value: Value): boolean {
    const text = value.expression?.text ?? value.text;
    return HOLDS_NAMES.test(text) || this.#workflow.activities[value.owner]?.role === 'shell';
  }

  *#inside(value: Value): Generator<Assignment> {
    const literal = literalOf(value);
    if (literal !== undefined) yield* this.#inText(literal, value);
    else if (value.expression !== undefined) {
      const { tree, text: source } = value.expression;
      for (const { node, text } of wholeTexts(tree)) {
        if (node.end - node.start > JOINED_MAX) continue;
        // A name that is itself joined does not stand in the file, where rules look for it.
        const own = node.kind === 'literal' ? undefined : source.slice(node.start, node.end);
        for (const part of this.#inText(text, value))
          if (own === undefined || own.includes(part.name)) yield part;
      }
      for (const { name, value: member } of assignedIn(tree, assigningIn(value.expression))) {
        const text = member.kind === 'literal' ? member.value : undefined;
        yield { name, via: 'code', at: value, isPart: true, text, tree: member };
      }
    }
  }

  *#inText(text: string, at: Value): Generator<Assignment> {
    if (startedBy(this.#workflow, at)?.type === 'DICTIONARY') yield* partsOf(entryLines(text), 'field', at);
    else if (isJson(text)) yield* partsOf(jsonMembers(text), 'json', at);
    else if (text.includes('</')) yield* partsOf(xmlElements(text), ROWS.test(text) ? 'cell' : 'xml', at);
    else if (namedSetting(at).hasHeaders) yield* partsOf(headerLines(text), 'header', at);
    else if (this.#workflow.activities[at.owner]?.role === 'shell')
      yield* partsOf(commandSwitches(text), 'switch', at);
    else yield* partsOf(formFields(text), 'field', at);
  }

  /** Returns the pairs of an activity if the setting may be in one. */
  #pairsOf(activity: Activity, value: Value): Pairs | undefined {
    const { pair, isBare, isField } = namedSetting(value);
    if (activity.role !== 'assign' && pair === undefined && !isBare && !isField) return undefined;
    let pairs = this.#pairs.get(activity);
    if (pairs === undefined) {
      pairs = pairsIn(activity);
      this.#pairs.set(activity, pairs);
    }
    return pairs;
  }
}

/** Returns the way of a value whose name stands beside it: in a list, if nothing else is known. */
const listedVia = (via: AssignmentKind): AssignmentKind => (via === 'setting' ? 'field' : via);

function* partsOf(texts: Iterable<NamedText>, via: AssignmentKind, at: Value): Generator<Assignment> {
  for (const { name, text } of texts)
    yield { name, via, at, isPart: true, text: text.includes(COMPUTED) ? undefined : text, tree: undefined };
}

const streamOf = derived((workflow: Workflow) => new Assignments(workflow));

/**
 * Returns the assignments whose values these settings and defaults hold or name, each once.
 * @param hasParts false for a setting whose parts are left out: its tree is then not parsed
 */
export function assignmentsOf(
  workflow: Workflow,
  values: Iterable<Value>,
  hasParts: (value: Value) => boolean = () => true,
): readonly Assignment[] {
  const stream = streamOf(workflow);
  const held = new Set<Value>();
  for (const value of values) {
    const named = stream.namedBy(value);
    if (named === undefined) held.add(value);
    else for (const each of named) held.add(each);
  }
  const assignments: Assignment[] = [];
  for (const value of held) {
    assignments.push(...stream.wholeOf(value));
    if (hasParts(value)) assignments.push(...stream.partsOf(value));
  }
  return assignments;
}

/** Yields every setting, default and global code, each in the order of the file. */
export function* assignedValues(workflow: Workflow): Generator<Value> {
  const { activities, variables, arguments: args } = workflow;
  for (const { properties } of activities) yield* properties;
  for (const { default: value } of [...variables, ...args]) if (value !== undefined) yield value;
  yield* codeValues(workflow).values();
}
