/** Tests that data has passed: it is safe where every way to a sink leads through the branch of one of them. */
import { FAMILIES } from '../../../model/data-flow/family.ts';
import type { SinkKind } from '../../../model/data-flow/flow.ts';
import type { Workflow } from '../../../model/workflow.ts';
import { dominatorsOf } from '../../flow/dominators.ts';
import { entriesOfWays, type Ways } from '../../flow/ways.ts';
import { type FamilySet, familyBit } from '../tables/data-effect.ts';
import type { Fact, Origin } from './fact.ts';

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

/** Data where it arrives. */
export interface GuardedPlace {
  /** All ways to it. */
  readonly origins: readonly Origin[];
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
  private families: FamilySet = 0;
  private readonly workflow: Workflow;
  private readonly facts: readonly Fact[];
  private readonly spend: () => void;
  #open: ReadonlySet<Fact['origins']> | undefined;

  /** @param facts list that grows while data is followed */
  constructor(workflow: Workflow, facts: readonly Fact[], spend: () => void) {
    this.workflow = workflow;
    this.facts = facts;
    this.spend = spend;
    this.#open = undefined;
  }

  /** Notes that a step tests the value that a writer has put into a cell. */
  note(fact: Fact, guard: PassedGuard): void {
    const place = placeOf(fact);
    const { activity, ways, path, families, sinks } = guard;
    const key = `${place} ${activity} ${ways} ${families} ${path.join('.')} ${sinks?.join(' ')}`;
    if (this.noted.has(key)) return;
    this.noted.add(key);
    this.families |= families;
    const known = this.byFact.get(place);
    if (known === undefined) this.byFact.set(place, [guard]);
    else known.push(guard);
  }

  /** Returns the families of which some way to a place leads through no test. */
  untestedAt(place: GuardedPlace): FamilySet {
    let untested = place.families;
    for (const family of FAMILIES) {
      const bit = familyBit(family);
      if ((untested & this.families & bit) !== 0 && !this.isUntested(place, bit)) untested &= ~bit;
    }
    return untested;
  }

  /** Returns whether a way from a source to a place leads through no test of a family. */
  private isUntested({ origins, activity, kind }: GuardedPlace, family: FamilySet): boolean {
    const seen = new Set<Fact['origins']>();
    const left = [...origins];
    for (let origin = left.pop(); origin !== undefined; origin = left.pop()) {
      this.spend();
      const { fact, read } = origin;
      if (fact === undefined) return true;
      const isPassed = this.byFact.get(placeOf(fact))?.some((guard) => {
        this.spend();
        return (
          (guard.families & family) !== 0 &&
          concernsRead(guard.path, read) &&
          (guard.sinks === undefined || (kind !== undefined && guard.sinks.includes(kind))) &&
          this.leadsThrough(guard, fact.writer, activity)
        );
      });
      if (isPassed === true) continue;
      if (this.open.has(fact.origins)) return true;
      if (seen.has(fact.origins)) continue;
      seen.add(fact.origins);
      for (const above of fact.origins) left.push(above);
    }
    return false;
  }

  /** Facts that a source comes to through no fact with a guard: most places are behind one. */
  private get open(): ReadonlySet<Fact['origins']> {
    if (this.#open !== undefined) return this.#open;
    const below = new Map<Fact['origins'] | undefined, Fact['origins'][]>();
    for (const { origins } of this.facts)
      for (const { fact } of origins) {
        if (fact !== undefined && this.byFact.has(placeOf(fact))) continue;
        const known = below.get(fact?.origins);
        if (known === undefined) below.set(fact?.origins, [origins]);
        else known.push(origins);
      }
    const open = new Set(below.get(undefined));
    for (const origins of open) for (const next of below.get(origins) ?? []) open.add(next);
    this.#open = open;
    return open;
  }

  /** Returns whether every path from a writer to a step leads through a way on which the test holds. */
  private leadsThrough(guard: PassedGuard, writer: number, activity: number): boolean {
    const step = this.workflow.activities[guard.activity]!;
    const dominators = dominatorsOf(this.workflow);
    // What is written on that way is another value, which the next round of a loop tests.
    return entriesOfWays(this.workflow, step, guard.ways).some(
      (entry) => dominators.dominates(entry, activity) && !dominators.dominates(entry, writer),
    );
  }
}

const placeOf = ({ cell, writer }: Fact): string => `${cell} ${writer}`;
