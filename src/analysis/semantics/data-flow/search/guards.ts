/** Tests that data has passed: it is safe where every way to a sink leads through one of them. */
import type { SinkKind } from '../../../model/data-flow/flow.ts';
import type { Workflow } from '../../../model/workflow.ts';
import { smoothDominatorsOf } from '../../flow/dominators.ts';
import type { FamilySet } from '../tables/data-effect.ts';
import type { Fact } from './fact.ts';

/** A test of the value of a cell. */
export interface PassedGuard {
  readonly activity: number;
  readonly families: FamilySet;
  /** Absent: all. */
  readonly sinks: readonly SinkKind[] | undefined;
}

/** A fact with the guards of its cell, and the next one above it that has some. */
interface Guarded {
  readonly guards: readonly PassedGuard[];
  readonly above: Guarded | undefined;
}

/** Data where it arrives. */
export interface GuardedPlace {
  readonly fact: Fact | undefined;
  readonly activity: number;
  readonly families: FamilySet;
  /** Undefined for the way out of the workflow. */
  readonly kind: SinkKind | undefined;
}

/** Guards that the data of one workflow has passed. Complete only when all data was followed. */
export class Guards {
  private readonly byCell = new Map<number, PassedGuard[]>();
  private readonly noted = new Set<string>();
  private readonly known = new Map<Fact, Guarded | undefined>();
  private readonly workflow: Workflow;
  private readonly spend: () => void;

  constructor(workflow: Workflow, spend: () => void) {
    this.workflow = workflow;
    this.spend = spend;
  }

  note(cell: number, guard: PassedGuard): void {
    const key = `${cell} ${guard.activity} ${guard.families} ${guard.sinks?.join(' ')}`;
    if (this.noted.has(key)) return;
    this.noted.add(key);
    const known = this.byCell.get(cell);
    if (known === undefined) this.byCell.set(cell, [guard]);
    else known.push(guard);
  }

  /** Returns whether every way to a place leads through a test of the data. */
  isGuarded({ fact, activity, families, kind }: GuardedPlace): boolean {
    if (this.byCell.size === 0) return false;
    const dominators = smoothDominatorsOf(this.workflow);
    for (let at = this.guardedAbove(fact); at !== undefined; at = at.above)
      for (const guard of at.guards) {
        this.spend();
        const concerns =
          (guard.families & families) !== 0 &&
          (guard.sinks === undefined || (kind !== undefined && guard.sinks.includes(kind)));
        if (concerns && guard.activity !== activity && dominators.dominates(guard.activity, activity))
          return true;
      }
    return false;
  }

  private guardedAbove(last: Fact | undefined): Guarded | undefined {
    const open: Fact[] = [];
    let fact = last;
    for (; fact !== undefined && !this.known.has(fact); fact = fact.parent) open.push(fact);
    let above = fact === undefined ? undefined : this.known.get(fact);
    for (let one = open.pop(); one !== undefined; one = open.pop()) {
      const guards = this.byCell.get(one.cell);
      // A loop leads through the same cell again and again.
      if (guards !== undefined && above?.guards !== guards) above = { guards, above };
      this.known.set(one, above);
    }
    return above;
  }
}
