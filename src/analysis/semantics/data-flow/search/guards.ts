/** Tests that data has passed: it is safe where every way to a sink leads through the branch of one of them. */
import type { SinkKind } from '../../../model/data-flow/flow.ts';
import type { Workflow } from '../../../model/workflow.ts';
import { smoothDominatorsOf } from '../../flow/dominators.ts';
import { entriesOfWays, type Ways } from '../../flow/ways.ts';
import type { FamilySet } from '../tables/data-effect.ts';
import type { Fact } from './fact.ts';

/** A test of the value of a cell. */
export interface PassedGuard {
  readonly activity: number;
  /** Ways behind the step on which the value has passed. */
  readonly ways: Ways;
  /** Members of the cell that are tested. */
  readonly path: readonly string[];
  readonly families: FamilySet;
  /** Absent: all. */
  readonly sinks: readonly SinkKind[] | undefined;
}

/** Guards of what was read of a fact, and the next ones above it. */
interface Guarded {
  readonly guards: readonly PassedGuard[];
  readonly read: readonly string[];
  readonly above: Guarded | undefined;
}

/** Data where it arrives. */
export interface GuardedPlace {
  readonly fact: Fact | undefined;
  /** Members of the cell of the fact that are read there. */
  readonly read: readonly string[];
  readonly activity: number;
  readonly families: FamilySet;
  /** Undefined for the way out of the workflow. */
  readonly kind: SinkKind | undefined;
}

/** Returns whether a test of some members is one of what is read. */
const concernsRead = (tested: readonly string[], read: readonly string[]): boolean =>
  tested.length <= read.length && tested.every((member, at) => member === read[at] && member !== '');

/** Guards that the data of one workflow has passed. Complete only when all data was followed. */
export class Guards {
  private readonly byFact = new Map<string, PassedGuard[]>();
  private readonly noted = new Set<string>();
  private readonly known = new Map<Fact, Guarded | undefined>();
  private readonly workflow: Workflow;
  private readonly spend: () => void;

  constructor(workflow: Workflow, spend: () => void) {
    this.workflow = workflow;
    this.spend = spend;
  }

  /** Notes that a step tests the value that a writer has put into a cell. */
  note({ cell, writer }: Fact, guard: PassedGuard): void {
    const place = `${cell} ${writer}`;
    const { activity, ways, path, families, sinks } = guard;
    const key = `${place} ${activity} ${ways} ${families} ${path.join('.')} ${sinks?.join(' ')}`;
    if (this.noted.has(key)) return;
    this.noted.add(key);
    const known = this.byFact.get(place);
    if (known === undefined) this.byFact.set(place, [guard]);
    else known.push(guard);
  }

  /** Returns the families of which some way to a place leads through no test. */
  untestedAt({ fact, read, activity, families, kind }: GuardedPlace): FamilySet {
    if (this.byFact.size === 0 || fact === undefined) return families;
    let untested = families;
    for (let at = this.guarded(fact, read, this.guardedAbove(fact)); at !== undefined; at = at.above)
      for (const guard of at.guards) {
        this.spend();
        if ((guard.families & untested) === 0 || !concernsRead(guard.path, at.read)) continue;
        const isForSink = guard.sinks === undefined || (kind !== undefined && guard.sinks.includes(kind));
        if (isForSink && this.leadsThrough(guard, activity)) untested &= ~guard.families;
        if (untested === 0) return 0;
      }
    return untested;
  }

  private leadsThrough(guard: PassedGuard, activity: number): boolean {
    const step = this.workflow.activities[guard.activity]!;
    const dominators = smoothDominatorsOf(this.workflow);
    return entriesOfWays(this.workflow, step, guard.ways).some((entry) =>
      dominators.dominates(entry, activity),
    );
  }

  private guarded(fact: Fact, read: readonly string[], above: Guarded | undefined): Guarded | undefined {
    const guards = this.byFact.get(`${fact.cell} ${fact.writer}`);
    // A loop leads through the same cell again and again.
    return guards === undefined || above?.guards === guards ? above : { guards, read, above };
  }

  /** Returns the guards of all facts above one. */
  private guardedAbove(last: Fact): Guarded | undefined {
    const open: Fact[] = [];
    let fact: Fact | undefined = last;
    for (; fact !== undefined && !this.known.has(fact); fact = fact.parent) open.push(fact);
    let above = fact === undefined ? undefined : this.known.get(fact);
    for (let one = open.pop(); one !== undefined; one = open.pop()) {
      if (one.parent !== undefined) above = this.guarded(one.parent, one.read, above);
      this.known.set(one, above);
    }
    return above;
  }
}
