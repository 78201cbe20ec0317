/**
 * Follows data through a workflow: from each fact to the steps that read its cell, and from what they do with it to the
 * next facts. What may come but not for certain is not followed. Breadth first, so that ways are short and the same in each run. Nothing enumerates paths.
 */
import { OUTPUT } from '../../../facts/data-flow/row.ts';
import { type Family, MARK, type Marks, withoutMarks } from '../../../model/data-flow/family.ts';
import type { OwnTables } from '../../../model/data-flow/own-rows.ts';
import type { TraceKind } from '../../../model/data-flow/trace.ts';
import type { Activity, Workflow } from '../../../model/workflow.ts';
import { type Cells, cellsOf } from '../../cells/cells.ts';
import { defaultReaders } from '../../cells/default-readers.ts';
import { BY_STEP, usesOfCell } from '../../cells/uses.ts';
import { HARMLESS_TYPE } from '../harmless-cast.ts';
import { type FamilySet, familyBit } from '../tables/data-effect.ts';
import type { DataSource } from '../tables/data-source.ts';
import { barredAt, rowsAt, suits } from '../tables/step-rows.ts';
import { testsAt } from '../tests/tested-values.ts';
import type { ValueUse } from '../use.ts';
import { useOf } from '../use-of.ts';
import { marksOfPlace, valueOfUse } from '../value-of-use.ts';
import type { WantedData } from '../wanted.ts';
import { handlersOf, isErrorOf, isErrorText } from './error-handlers.ts';
import { type Fact, type Origin, readPath, shortPath } from './fact.ts';
import { Guards } from './guards.ts';
import { type Exits, type Incoming, kindKey, type ReadPlace, UNKNOWN_PLACE } from './incoming.ts';
import { limitOf } from './limit.ts';
import { pageLinksOf } from './page-links.ts';
import { Reach } from './reach.ts';
import { ReachedEnds } from './reached-ends.ts';
import { inScopeResults } from './scope-results.ts';
import { memberBehind } from './text-member.ts';
import { changedBy, namedMember } from './transferred.ts';
import { type StepWrite, writesAt } from './writes-at.ts';

const NO_PATH: readonly string[] = [];

/** A fact before it is known whether there is one of its kind. */
type NewFact = Omit<Fact, 'origins'> & Pick<Origin, 'read'>;

/** Input of a propagation. */
export interface PropagationOptions {
  readonly workflow: Workflow;
  /** List that may grow while data is followed. */
  readonly sources: readonly DataSource[];
  readonly wanted: WantedData;
  /** Absent: what leaves the workflow does not count. */
  readonly exits?: Exits;
  /** Counts steps, and throws when there are too many. */
  readonly spend: (steps?: number) => void;
}

/** Follows the data of one workflow. */
export class Propagation {
  readonly arrivals: ReachedEnds;
  readonly guards: Guards;
  /** Tables of a policy pack that it follows data by. */
  readonly own: OwnTables | undefined;
  private readonly workflow: Workflow;
  private readonly sources: readonly DataSource[];
  private readonly exits: Exits | undefined;
  private readonly cells: Cells;
  private readonly reach: Reach;
  private readonly spend: (steps?: number) => void;
  private readonly facts: Fact[] = [];
  /** Marks of the facts of each kind, and all that they follow from. */
  private readonly known = new Map<string, { readonly marks: Marks; readonly origins: Origin[] }>();
  /** Families of all facts, by cell and writer. */
  private readonly written = new Map<string, FamilySet>();
  /** By cell: the settings that read it, by the index of their step. */
  private readonly settings = new Map<number, Map<number, number[]>>();
  private next = 0;

  constructor({ workflow, sources, wanted, exits, spend }: PropagationOptions) {
    this.workflow = workflow;
    this.sources = sources;
    this.own = wanted.own;
    this.arrivals = new ReachedEnds(workflow, wanted);
    this.exits = exits;
    this.spend = spend;
    this.cells = cellsOf(workflow);
    this.guards = new Guards(workflow, this.facts, limitOf(workflow));
    this.reach = new Reach(workflow, spend, exits?.atEnd);
  }

  /** Adds a fact, unless it says nothing new: of facts of one kind, only marks of all count. */
  add({ read, ...fact }: NewFact): void {
    this.spend();
    const path = shortPath(fact.path);
    const key = kindKey(fact.cell, fact.writer, fact.source, fact.families, path, fact.demands);
    const before = this.known.get(key);
    const own = this.marksIn(fact.cell, fact.marks);
    if (own === undefined) return;
    if ((own & MARK.possible) !== 0) return;
    const origins = before?.origins ?? [];
    origins.push({ fact: fact.parent, read });
    const marks = before === undefined ? own : before.marks & own;
    if (marks === before?.marks) return;
    this.known.set(key, { marks, origins });
    const place = `${fact.cell} ${fact.writer}`;
    this.written.set(place, (this.written.get(place) ?? 0) | fact.families);
    const made = { ...fact, marks, path, origins };
    this.facts.push(made);
    for (const more of inScopeResults(this.workflow, made)) this.add(more);
  }

  /** Returns the marks of a value in a cell of some type; undefined where the type holds no text. */
  private marksIn(cell: number, marks: Marks): Marks | undefined {
    const symbol = this.cells.symbols[cell];
    if (symbol === undefined) return marks;
    if (HARMLESS_TYPE.test(symbol.type)) return undefined;
    const { language } = this.workflow;
    if (symbol.secure && language !== 'robin') return marks | MARK.sealed;
    return language === 'blue-prism' ? withoutMarks(marks, MARK.sealed) : marks;
  }

  /** Returns whether data of a family is in a cell behind a writer. */
  holds(cell: number, writer: number, family: Family): boolean {
    return ((this.written.get(`${cell} ${writer}`) ?? 0) & familyBit(family)) !== 0;
  }

  /** Follows all facts that were added. */
  follow(): void {
    for (; this.next < this.facts.length; this.next += 1) this.followFact(this.facts[this.next]!);
  }

  private followFact(fact: Fact): void {
    const { cell, writer, source, families, marks, path, demands } = fact;
    const kind = kindKey(source, families, marks, path, demands);
    const readers = this.reach.readersFrom(cell, writer, kind);
    if (readers.length === 0) return;
    const settings = this.settingsOf(cell);
    for (const reader of readers) {
      if (this.exits !== undefined && reader === this.reach.end)
        this.arrivals.leave(this.exits.atEnd.get(cell)!, reader, { ...fact, fact, read: NO_PATH });
      for (const property of settings.get(reader) ?? []) {
        this.spend();
        if (property === BY_STEP) this.readByDefault(fact, reader);
        else this.readAt(fact, this.workflow.activities[reader]!, property);
      }
    }
  }

  /** Returns the settings that read a cell, by the index of their step. */
  private settingsOf(cell: number): ReadonlyMap<number, readonly number[]> {
    let settings = this.settings.get(cell);
    if (settings === undefined) {
      settings = new Map();
      for (const { activity, property } of usesOfCell(this.cells.reads, cell)) {
        const known = settings.get(activity);
        if (known === undefined) settings.set(activity, [property]);
        // One look at the defaults of a step finds all of them.
        else if (property !== BY_STEP || known.at(-1) !== BY_STEP) known.push(property);
      }
      this.settings.set(cell, settings);
    }
    return settings;
  }

  /** Follows data into symbols whose default reads it. */
  private readByDefault(fact: Fact, owner: number): void {
    const key = this.cells.keys[fact.cell]!;
    for (const symbol of defaultReaders(this.workflow, owner, key)) {
      const cell = this.cells.ofSymbol(symbol);
      if (cell === -1) continue;
      for (const use of useOf(symbol.default!.expression!, key)) {
        const value = this.valueAt(use, { ...fact, fact, read: NO_PATH });
        if (value !== undefined)
          this.add({ ...value, cell, writer: owner, parent: fact, how: 'assigned', readAt: -1 });
      }
    }
  }

  private readAt(fact: Fact, activity: Activity, property: number): void {
    const key = this.cells.keys[fact.cell]!;
    const expression = activity.properties[property]!.expression;
    const incoming: Incoming = { ...fact, fact, read: NO_PATH };
    this.noteGuards(fact, activity, property);
    if (expression === undefined)
      this.arrivals.arriveAtSinks({ activity, property }, incoming, UNKNOWN_PLACE);
    else for (const use of useOf(expression, key)) this.use({ activity, property }, use, incoming);
  }

  /** Returns the data that an expression makes of what it reads; undefined when it makes nothing of it. */
  private valueAt(
    use: ValueUse,
    { source, families: given, marks, path, demands, fact }: Incoming,
  ): Omit<Incoming, 'fact'> | undefined {
    const { effect, path: read, isPlain } = valueOfUse(use, this.workflow.language, this.own);
    const { isOwn, isEntry } = this.sources[source]!;
    const families = given & ~effect.stops;
    if (families === 0 || (isOwn !== undefined && read.some(isOwn))) return undefined;
    const key = fact === undefined ? '' : this.cells.keys[fact.cell]!;
    // A cell that is a field itself is read as a member of its collection.
    const members = key.endsWith(`.${read.join('.')}`) ? [] : read;
    const held = readPath(members, path);
    if (held === undefined) return undefined;
    const further = isEntry === true && members.length > path.length ? members.slice(path.length) : NO_PATH;
    const changed = withoutMarks(marks, effect.clears) | effect.sets | marksOfPlace(use);
    return {
      source,
      families,
      read: members,
      marks: changed,
      path: isPlain ? held : NO_PATH,
      demands: further.length === 0 ? demands : shortPath([...demands, ...further]),
    };
  }

  /** Follows data from a setting that reads it: to a sink, into outputs, or to a page. */
  use(place: ReadPlace, use: ValueUse, incoming: Incoming): void {
    const value = this.valueAt(use, incoming);
    if (value === undefined) return;
    const at = { ...value, fact: incoming.fact };
    this.arrivals.arriveAtSinks(place, at, use);
    const { activity, property } = place;
    for (const exit of this.exits?.at(activity.index, property) ?? []) {
      const isText = this.exits?.isText(exit) === true;
      this.arrivals.leave(exit, activity.index, isText ? { ...at, path: [memberBehind(use.before)] } : at);
    }
    this.transfer(place, at, use.position === 'joined' ? 'joined' : 'whole');
  }

  /** Notes the tests of a fact in the setting of a condition. */
  private noteGuards(fact: Fact, activity: Activity, property: number): void {
    const { name } = activity.properties[property]!;
    const guards = rowsAt(this.workflow, activity, this.own).guards.filter(
      (guard) => (guard.families & fact.families) !== 0 && guard.isProperty(name) && suits(activity, guard),
    );
    if (guards.length === 0) return;
    const key = this.cells.keys[fact.cell]!;
    for (const { guard, path, ways } of testsAt(this.workflow, activity, property, {
      key,
      guards,
      own: this.own,
    }))
      this.guards.note(fact, {
        ...{ activity: activity.index, ways, path },
        ...{ families: guard.families, sinks: guard.row.sinks },
      });
  }

  private transfer(
    { activity, property }: ReadPlace,
    incoming: Incoming,
    position: 'whole' | 'joined',
  ): void {
    const rows = rowsAt(this.workflow, activity, this.own);
    const { name } = activity.properties[property]!;
    const { families } = incoming;
    const how: TraceKind =
      position === 'joined' ? 'joined' : activity.role === 'assign' ? 'assigned' : 'passed';
    const write = (writer: number, { cell, path }: StepWrite, more: Partial<NewFact> = {}): void =>
      this.add({
        cell,
        writer,
        source: incoming.source,
        families,
        marks: incoming.marks,
        path: [...path, ...incoming.path],
        demands: incoming.demands,
        read: incoming.read,
        parent: incoming.fact,
        how,
        readAt: property,
        ...more,
      });
    const transfers = rows.transfers.filter(
      (row) => (row.families & families) !== 0 && row.isProperty(name) && suits(activity, row),
    );
    for (const { row, isTarget, families: taken } of transfers) {
      const held = readPath(namedMember(activity, row.outOf), incoming.path);
      if (held === undefined) continue;
      for (const target of this.targetsOf(activity, isTarget)) {
        const left = families & taken & ~this.barredAt(activity, target);
        if (left === 0) continue;
        const path = [...target.path, ...namedMember(activity, row.into), ...held];
        write(activity.index, target, { ...changedBy(row, incoming), path, families: left });
      }
    }
    for (const handler of isErrorText(rows, activity, name) ? handlersOf(this.workflow, activity) : [])
      for (const target of writesAt(this.workflow, handler))
        if (isErrorOf(handler, target)) write(handler.index, target);
    for (const link of pageLinksOf(this.workflow, activity, name))
      for (const target of this.targetsOf(link.step, (output) => output === name))
        write(link.step.index, target, { how: link.how });
  }

  private barredAt(activity: Activity, { property }: StepWrite): FamilySet {
    const output = property === BY_STEP ? OUTPUT : activity.properties[property]!.name;
    return barredAt(this.workflow, activity, output, this.own);
  }

  private targetsOf(activity: Activity, isTarget: (output: string) => boolean): readonly StepWrite[] {
    return writesAt(this.workflow, activity).filter(({ property }) =>
      isTarget(property === BY_STEP ? OUTPUT : activity.properties[property]!.name),
    );
  }
}
