/** Sinks and ways out of a workflow that data has come to; of several ways of a source to one, only marks of all count. */
import type { SinkRow } from '../../../facts/data-flow/row.ts';
import { type Family, MARK } from '../../../model/data-flow/family.ts';
import type { Workflow } from '../../../model/workflow.ts';
import { type FamilySet, familyBit } from '../tables/data-effect.ts';
import { type Compiled, rowsAt, suits } from '../tables/step-rows.ts';
import type { WantedData } from '../wanted.ts';
import type { Arrival, Departure } from './arrival.ts';
import type { Origin } from './fact.ts';
import { type Incoming, kindKey, type PlaceInText, type ReadPlace } from './incoming.ts';

/** Collects the ends of the ways of one workflow. */
export class ReachedEnds {
  readonly departures = new Map<string, Departure & { readonly origins: Origin[] }>();
  private readonly arrived = new Map<string, Arrival & { readonly origins: Origin[] }>();
  /** Families of all arrivals, by step and setting. */
  private readonly sinksReached = new Map<string, FamilySet>();
  private readonly workflow: Workflow;
  private readonly wanted: WantedData;

  constructor(workflow: Workflow, wanted: WantedData) {
    this.workflow = workflow;
    this.wanted = wanted;
  }

  get all(): readonly Arrival[] {
    return [...this.arrived.values()];
  }

  /** Returns whether data of a family has come to a sink. */
  hasArrived(activity: number, property: number, family: Family): boolean {
    return ((this.sinksReached.get(`${activity} ${property}`) ?? 0) & familyBit(family)) !== 0;
  }

  /** Notes data that leaves the workflow; of several ways, only marks of all count. */
  leave(
    exit: number,
    activity: number,
    { source, families, marks, path, demands, fact, read }: Incoming,
  ): void {
    const key = kindKey(source, families, exit, path, demands);
    const before = this.departures.get(key);
    const origins = before?.origins ?? [];
    origins.push({ fact, read });
    if (before !== undefined && (before.marks & marks) === before.marks) return;
    const own = before === undefined ? marks : before.marks & marks;
    this.departures.set(key, { source, families, exit, marks: own, demands, path, activity, fact, origins });
  }

  /** Notes data that has come to a sink. */
  arriveAtSinks(
    { activity, property }: ReadPlace,
    { source, families: given, marks, demands, fact, read }: Incoming,
    { position, before: textBefore }: PlaceInText,
  ): void {
    const { sinks, neutrals } = rowsAt(this.workflow, activity, this.wanted.own);
    if (sinks.length === 0) return;
    const { name } = activity.properties[property]!;
    const concernedBy = (row: Compiled<unknown>): FamilySet =>
      (row.families & given) !== 0 && row.isProperty(name) && suits(activity, row) ? row.families : 0;
    const isSafe = ({ safe = 0, isWhole, behind }: SinkRow): boolean =>
      (marks & (safe | MARK.sealed)) !== 0 ||
      (isWhole === true && position !== 'whole') ||
      behind?.test(textBefore) === false;
    for (const sink of sinks) {
      let families = given & sink.families & (this.wanted.sinks.get(sink.row.sink) ?? 0);
      if (families === 0 || concernedBy(sink) === 0 || isSafe(sink.row)) continue;
      for (const neutral of neutrals) families &= ~concernedBy(neutral);
      if (families === 0) continue;
      const { sink: kind, words, safe = 0 } = sink.row;
      const { index } = activity;
      const key = kindKey(source, families, index, property, kind, demands);
      const before = this.arrived.get(key);
      const origins = before?.origins ?? [];
      origins.push({ fact, read });
      if (before !== undefined && (before.marks & marks) === before.marks) continue;
      const own = before === undefined ? marks : before.marks & marks;
      const place = `${index} ${property}`;
      this.sinksReached.set(place, (this.sinksReached.get(place) ?? 0) | families);
      this.arrived.set(key, {
        ...{ source, families, kind, words, activity: index, property, marks: own, demands, fact, origins },
        safe: safe | MARK.sealed,
      });
    }
  }
}
