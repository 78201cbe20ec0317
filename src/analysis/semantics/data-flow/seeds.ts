/** First facts: the data that sources put in cells. */
import { type FileSource, OUTPUT } from '../../facts/data-flow/row.ts';
import { FAMILIES, type Family, type Marks } from '../../model/data-flow/family.ts';
import { isLive, literalOf } from '../../model/navigate.ts';
import type { Activity, Property, Variable, Workflow } from '../../model/workflow.ts';
import { cellsOf } from '../cells/cells.ts';
import { BY_STEP, usesOfCell } from '../cells/uses.ts';
import { HARMLESS_TYPE } from './harmless-cast.ts';
import type { ItemSetting } from './item-places.ts';
import { heldPath, placesOfPath } from './saved-files.ts';
import type { Fact } from './search/fact.ts';
import type { Propagation } from './search/propagation.ts';
import { AT_START } from './search/reach.ts';
import { writesAt } from './search/writes-at.ts';
import { familyBit } from './tables/data-effect.ts';
import {
  type DataSource,
  isGivenByCaller,
  otherSourcesOf,
  ownMembers,
  triggerOfRow,
} from './tables/data-source.ts';
import { barredAt, rowsAt, suits } from './tables/step-rows.ts';
import { type KeyedUse, usesIn } from './use-of.ts';
import type { SourceData } from './wanted.ts';

/** Maximum number of sources of one family; further ones count as the last. */
export const SOURCES_MAX = 32;

/** Paths of a row's members: `body.value`. */
const NO_PATHS: readonly (readonly string[])[] = [[]];

/** Puts the data of sources into cells. */
export class Seeds {
  private readonly workflow: Workflow;
  private readonly sources: DataSource[];
  private readonly propagation: Propagation;
  private readonly isFollowed: (source: SourceData) => boolean;
  private readonly counts = FAMILIES.map(() => 0);

  /** @param isFollowed returns whether the data of a source can come to a sink that counts for it */
  constructor(
    workflow: Workflow,
    sources: DataSource[],
    propagation: Propagation,
    isFollowed: (source: SourceData) => boolean,
  ) {
    this.workflow = workflow;
    this.sources = sources;
    this.propagation = propagation;
    this.isFollowed = isFollowed;
  }

  /** Puts all data into cells, and follows it. */
  follow(places: readonly ItemSetting[]): void {
    this.addSteps();
    this.addFiles();
    this.addMentions();
    this.propagation.follow();
    this.addSymbols();
    this.propagation.follow();
    this.addItems(places);
    this.propagation.follow();
  }

  /** Returns the number of a source. */
  private number(source: Omit<DataSource, 'more'> & { readonly family: Family }): number {
    const family = FAMILIES.indexOf(source.family);
    this.counts[family]! += 1;
    if (this.counts[family]! > SOURCES_MAX) {
      const last = this.sources.findLastIndex((known) => known.family === source.family);
      this.sources[last]!.more += 1;
      return last;
    }
    return this.sources.push({ ...source, more: 0 }) - 1;
  }

  /** Adds what steps give. */
  private addSteps(): void {
    for (const activity of this.workflow.activities) {
      if (!activity.enabled || !activity.reachable) continue;
      const { sources } = rowsAt(this.workflow, activity, this.propagation.own);
      for (const source of sources) {
        const { family, words, marks = 0, member, without } = source.row;
        const isOwn = ownMembers(without);
        if (!this.isFollowed(source.row) || !suits(activity, source)) continue;
        for (const { cell, property, path } of writesAt(this.workflow, activity)) {
          const setting = activity.properties[property];
          const output = property === BY_STEP ? OUTPUT : setting!.name;
          if (!source.isProperty(output) || this.isBarred(activity, output, family)) continue;
          const name = property === BY_STEP ? activity.name : setting!.text;
          const at = setting ?? activity;
          const number = this.number({ family, words, at, name, step: activity.name, isOwn });
          for (const inner of pathsOf(member))
            this.add({ cell, writer: activity.index, source: number, marks, path: [...path, ...inner] });
        }
      }
    }
  }

  /** Adds the paths of files that steps save. */
  private addFiles(): void {
    for (const activity of this.workflow.activities) {
      const { files } = rowsAt(this.workflow, activity, this.propagation.own);
      if (files.length === 0 || !isLive(activity)) continue;
      for (const file of files) {
        if (!this.isFollowed(file.row) || !suits(activity, file)) continue;
        for (const setting of activity.properties)
          if (setting.direction !== 'out' && file.isProperty(setting.name))
            this.addFile(activity, setting, file.row);
      }
    }
  }

  private addFile(activity: Activity, setting: Property, { family, words }: FileSource): void {
    const { name } = setting;
    const source = { family, words, at: setting, name, step: activity.name };
    const held = heldPath(setting);
    const cell = held === undefined ? -1 : cellsOf(this.workflow).of(held.key, activity.index);
    if (held !== undefined && cell !== -1) {
      const number = this.number({
        ...source,
        name: cellsOf(this.workflow).symbols[cell]?.name ?? held.key,
      });
      this.add({ cell, writer: activity.index, source: number, marks: 0, path: held.path });
      return;
    }
    for (const place of placesOfPath(this.workflow, activity, setting, this.propagation.own)) {
      const number = this.number(source);
      const data = { source: number, families: familyBit(family), marks: 0 } as const;
      this.propagation.arrivals.arriveAtSinks(
        place,
        { ...data, path: [], demands: [], read: [], fact: undefined },
        { position: 'whole', before: '' },
      );
    }
  }

  /** Returns whether a row says that an output has no data of a family. */
  private isBarred(activity: Activity, output: string, family: Family): boolean {
    return (barredAt(this.workflow, activity, output, this.propagation.own) & familyBit(family)) !== 0;
  }

  private add(fact: Pick<Fact, 'cell' | 'writer' | 'source' | 'marks' | 'path'>): void {
    const families = familyBit(this.sources[fact.source]!.family!);
    this.propagation.add({
      ...fact,
      families,
      demands: [],
      read: [],
      parent: undefined,
      how: 'source',
      readAt: -1,
    });
  }

  /** Returns the test of members that hold no text of the caller: inputs with types such as `integer` too. */
  private withTypes(isOwn: DataSource['isOwn']): DataSource['isOwn'] {
    const typed = new Set<string>();
    for (const { name, type } of this.workflow.arguments)
      if (HARMLESS_TYPE.test(type)) typed.add(name.toLowerCase());
    return typed.size === 0 ? isOwn : (member) => typed.has(member) || isOwn?.(member) === true;
  }

  /** Adds what the trigger and other keys without a declaration hold. */
  private addMentions(): void {
    const { mentions } = otherSourcesOf(this.workflow.language, this.propagation.own);
    const cells = cellsOf(this.workflow);
    for (const { row, isName } of mentions) {
      const trigger = this.isFollowed(row) ? triggerOfRow(this.workflow, row) : undefined;
      if (trigger === undefined) continue;
      for (let cell = 0; cell < cells.count; cell += 1) {
        const key = cells.keys[cell]!;
        if (!isName(key)) continue;
        const { family, words, marks = 0 } = row;
        const isOwn = this.withTypes(ownMembers(row.without));
        const number = this.number({ family, words, at: trigger, name: key, step: trigger.name, isOwn });
        for (const path of pathsOf(row.member))
          this.add({ cell, writer: AT_START, source: number, marks, path });
      }
    }
  }

  /** Adds symbols that hold data by their type or name. A write whose data is already followed adds nothing. */
  private addSymbols(): void {
    const { symbols } = otherSourcesOf(this.workflow.language, this.propagation.own);
    if (symbols.length === 0) return;
    const { variables, arguments: own } = this.workflow;
    for (const symbol of [...own, ...variables]) {
      const matched = symbols.find(({ row, isSymbol }) => this.isFollowed(row) && isSymbol(symbol));
      if (matched !== undefined) this.addSymbol(symbol, matched.row);
    }
  }

  private addSymbol(
    symbol: Variable,
    { family, words, marks = 0 }: { family: Family; words: string; marks?: Marks },
  ): void {
    const cells = cellsOf(this.workflow);
    const cell = cells.ofSymbol(symbol);
    if (cell === -1) return;
    const writers = new Set<number>();
    if (isGivenByCaller(symbol) || (literalOf(symbol.default) ?? '') !== '') writers.add(AT_START);
    for (const { activity, property } of usesOfCell(cells.writes, cell))
      if (this.givesData(activity, property, family)) writers.add(activity);
    let number: number | undefined;
    for (const writer of writers) {
      if (this.propagation.holds(cell, writer, family)) continue;
      const step = this.workflow.activities[writer]?.name ?? '';
      number ??= this.number({ family, words, at: symbol, name: symbol.name, step });
      this.add({ cell, writer, source: number, marks, path: [] });
    }
  }

  /** Returns whether a write may give data: a fixed text and what a container gives do not. */
  private givesData(index: number, property: number, family: Family): boolean {
    const activity = this.workflow.activities[index];
    if (activity === undefined || property === BY_STEP) return false;
    if (this.isBarred(activity, activity.properties[property]!.name, family)) return false;
    if (activity.role !== 'assign') return true;
    return activity.properties.some(
      ({ direction, expression }) =>
        direction === 'in' && expression !== undefined && expression.literal === undefined,
    );
  }

  /** Adds items by the name of their key, where a step reads them. */
  private addItems(places: readonly ItemSetting[]): void {
    for (const { activity, property } of places) this.addFrom(activity, property);
  }

  private addFrom(activity: Activity, property: number): void {
    const { items } = otherSourcesOf(this.workflow.language, this.propagation.own);
    const setting = activity.properties[property]!;
    const { language } = this.workflow;
    const isDotNet = language === 'visual-basic' || language === 'csharp';
    // `Decrypt("…")` calls a function: its text is no key, and may be the secret.
    const isArgument = ({ node, key }: KeyedUse): boolean =>
      isDotNet && node.kind === 'reference' && cellsOf(this.workflow).of(key, activity.index) === -1;
    for (const use of usesIn(setting.expression!)) {
      for (const { row, isName } of items) {
        const name = use.path.find((member) => member !== '' && isName(member));
        if (name === undefined || !this.isFollowed(row)) continue;
        if (isArgument(use) && name === use.path[0]) continue;
        if (this.propagation.arrivals.hasArrived(activity.index, property, row.family)) continue;
        const { family, words, marks = 0 } = row;
        const source = this.number({ family, words, at: setting, name, step: activity.name });
        this.propagation.use({ activity, property }, use, {
          source,
          families: familyBit(family),
          marks,
          path: [],
          demands: [],
          read: [],
          fact: undefined,
        });
      }
    }
  }
}

function pathsOf(member: unknown): readonly (readonly string[])[] {
  if (member === undefined) return NO_PATHS;
  const all = Array.isArray(member) ? member : [member];
  return all.filter((one) => typeof one === 'string').map((one) => one.toLowerCase().split('.'));
}
