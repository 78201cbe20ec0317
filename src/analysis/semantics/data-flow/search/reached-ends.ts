/** Sinks and ways out of a workflow that data has come to; of several ways of a source to one, only marks of all count. */
import type { SinkRow } from '../../../facts/data-flow/row.ts';
import { MARK } from '../../../model/data-flow/family.ts';
import type { Workflow } from '../../../model/workflow.ts';
import { familyBit } from '../tables/data-effect.ts';
import type { DataSource } from '../tables/data-source.ts';
import { type Compiled, rowsAt, suits } from '../tables/step-rows.ts';
import type { WantedSinks } from '../wanted.ts';
import type { Arrival, Departure } from './arrival.ts';
import { type Incoming, kindKey, type PlaceInText, type ReadPlace } from './incoming.ts';

/** Collects the ends of the ways of one workflow. */
export class ReachedEnds {
  readonly departures = new Map<string, Departure>();
  private readonly arrived = new Map<string, Arrival>();
  /** Step, setting and family of all arrivals. */
  private readonly sinksReached = new Set<string>();
  private readonly workflow: Workflow;
  private readonly sources: readonly DataSource[];
  private readonly wanted: WantedSinks;

  constructor(workflow: Workflow, sources: readonly DataSource[], wanted: WantedSinks) {
    this.workflow = workflow;
    this.sources = sources;
    this.wanted = wanted;
  }

  get all(): readonly Arrival[] {
    return [...this.arrived.values()];
  }

  /** Returns whether data of a family has come to a sink. */
  hasArrived(activity: number, property: number, family: DataSource['family']): boolean {
    return this.sinksReached.has(`${activity} ${property} ${family}`);
  }

  /** Notes data that leaves the workflow; of several ways, only marks of all count. */
  leave(exit: number, activity: number, { source, marks, path, demands, fact }: Incoming): void {
    const key = kindKey(source, exit, path, demands);
    const before = this.departures.get(key);
    if (before !== undefined && (before.marks & marks) === before.marks) return;
    const own = before === undefined ? marks : before.marks & marks;
    this.departures.set(key, { source, exit, marks: own, demands, path, activity, fact });
  }

  /** Notes data that has come to a sink. */
  arriveAtSinks(
    { activity, property }: ReadPlace,
    { source, marks, demands, fact }: Incoming,
    { position, before: textBefore }: PlaceInText,
  ): void {
    const { sinks, neutrals } = rowsAt(activity, this.workflow.language);
    if (sinks.length === 0) return;
    const { name } = activity.properties[property]!;
    const family = familyBit(this.sources[source]!.family);
    const concerns = (row: Compiled<unknown>): boolean =>
      (row.families & family) !== 0 && row.isProperty(name) && suits(activity, row);
    const isSafe = ({ safe = 0, isWhole, behind }: SinkRow): boolean =>
      (marks & (safe | MARK.sealed)) !== 0 ||
      (isWhole === true && position !== 'whole') ||
      behind?.test(textBefore) === false;
    for (const sink of sinks) {
      if (((this.wanted.get(sink.row.sink) ?? 0) & family) === 0) continue;
      if (!concerns(sink) || isSafe(sink.row) || neutrals.some(concerns)) continue;
      const { sink: kind, words, safe = 0 } = sink.row;
      const { index } = activity;
      const key = kindKey(source, index, property, kind, demands);
      const before = this.arrived.get(key);
      if (before !== undefined && (before.marks & marks) === before.marks) continue;
      const own = before === undefined ? marks : before.marks & marks;
      this.sinksReached.add(`${index} ${property} ${this.sources[source]!.family}`);
      this.arrived.set(key, {
        ...{ source, kind, words, activity: index, property, marks: own, demands, fact },
        safe: safe | MARK.sealed,
      });
    }
  }
}
