/**
 * An oracle for the search of data: random workflows are run along all of their branches, and the search must report a
 * secret in the log exactly where some run writes it there. Both directions count: what no run does is a false finding.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { dataFlowsOf } from '../../../src/analysis/semantics/data-flow/data-flows.ts';
import { EVERY_SINK } from '../../../src/analysis/semantics/data-flow/wanted.ts';
import { LANGUAGES, type Language } from '../../support/data-flow/languages.ts';
import {
  attempt,
  choose,
  copy,
  derive,
  join,
  loop,
  type Name,
  off,
  other,
  type Step,
  show,
  switchBy,
  take,
} from '../../support/data-flow/steps.ts';

const PROGRAMS = 150;
const BIT: Readonly<Record<Name, number>> = { a: 1, b: 2, c: 4 };

/** What a language has, as the writer of workflows writes it. */
interface Traits {
  /** Steps can be switched off. */
  readonly hasOff?: true;
  readonly hasTry?: true;
  /** The condition of a loop stands behind its steps. */
  readonly runsOnce?: true;
  /** A switch runs one of its ways, as the last one is that for all other values. */
  readonly isWhole?: true;
}
const TRAITS: Readonly<Record<keyof typeof LANGUAGES, Traits>> = {
  u: { hasOff: true, hasTry: true },
  a: { hasTry: true, runsOnce: true },
  d: { hasOff: true, hasTry: true },
  b: { hasOff: true, hasTry: true, isWhole: true },
  r: { isWhole: true },
};

/** A state says which variables hold the secret, as bits: a run is a walk through states. */
type States = ReadonlySet<number>;

const union = (...all: readonly States[]): States => new Set(all.flatMap((states) => [...states]));

/** Runs steps along all branches. */
class Runner {
  isShown = false;
  private readonly traits: Traits;
  /** All states that there are before steps: each may fail, and a step that fails has written nothing. */
  private readonly met: Set<number>[] = [];

  constructor(traits: Traits) {
    this.traits = traits;
  }

  run(steps: readonly Step[], begin: States): States {
    let states = begin;
    for (const step of steps) {
      for (const open of this.met) for (const state of states) open.add(state);
      states = this.step(step, states);
    }
    return states;
  }

  private step(step: Step, states: States): States {
    const set = (to: Name, isSecret: (state: number) => boolean): States =>
      new Set([...states].map((state) => (isSecret(state) ? state | BIT[to] : state & ~BIT[to])));
    switch (step.do) {
      case 'take':
        return set(step.name, () => true);
      case 'other':
        return set(step.name, () => false);
      case 'copy':
      case 'join':
        return set(step.to, (state) => (state & BIT[step.from]) !== 0);
      case 'length':
      case 'number':
      case 'compare':
        return set(step.to, () => false);
      case 'show':
        this.isShown ||= [...states].some((state) => (state & BIT[step.name]) !== 0);
        return states;
      case 'off':
        return states;
      case 'choose':
        return union(...step.ways.map((way) => this.run(way, states)));
      case 'switch':
        return union(
          ...(this.traits.isWhole ? [] : [states]),
          ...step.ways.map((way) => this.run(way, states)),
        );
      case 'loop':
        return this.loop(step.steps, this.traits.runsOnce ? this.run(step.steps, states) : states);
      case 'try': {
        const met = new Set<number>();
        this.met.push(met);
        const done = this.run(step.steps, states);
        this.met.pop();
        return union(done, this.run(step.handler, met));
      }
    }
  }

  private loop(steps: readonly Step[], states: States): States {
    const all = union(states, this.run(steps, states));
    return all.size === states.size ? all : this.loop(steps, all);
  }
}

function shows(steps: readonly Step[], traits: Traits): boolean {
  const runner = new Runner(traits);
  runner.run(steps, new Set([0]));
  return runner.isShown;
}

function reports(steps: readonly Step[], { write, sink }: Language): boolean {
  const { flows, error } = dataFlowsOf(write(steps), EVERY_SINK);
  assert.equal(error, undefined);
  return flows.some((flow) => flow.family === 'secret' && flow.sink === sink);
}

/** Variables with data; branches compare `c`, as a value that is compared with fixed text may be known behind it. */
const name = fc.constantFrom<Name>('a', 'b');
const pair = fc.tuple(name, name).filter(([to, from]) => to !== from);
const simple: fc.Arbitrary<Step> = fc.oneof(
  name.map(take),
  name.map(show),
  name.map(other),
  pair.map(([to, from]) => copy(to, from)),
  pair.map(([to, from]) => join(to, from)),
  fc
    .tuple(fc.constantFrom('length' as const, 'number' as const), pair)
    .map(([what, [to, from]]) => derive(what, to, from)),
);
const few = (step: fc.Arbitrary<Step>): fc.Arbitrary<Step[]> =>
  fc.array(step, { minLength: 1, maxLength: 4 });

/** Steps that hold others, to a depth of two. */
function holding(inner: fc.Arbitrary<Step>, { hasOff, hasTry }: Traits): fc.Arbitrary<Step> {
  const steps = few(inner);
  const all: fc.Arbitrary<Step>[] = [
    fc.tuple(steps, steps).map(([then, otherwise]) => choose('c', then, otherwise)),
    fc.tuple(steps, steps).map((ways) => switchBy('c', ...ways)),
    steps.map((all) => loop(...all)),
  ];
  if (hasOff) all.push(few(simple).map((inside) => off(...inside)));
  if (hasTry) all.push(fc.tuple(steps, few(simple)).map(([inside, handler]) => attempt(inside, handler)));
  return fc.oneof(...all);
}

/** Returns workflows of a language. */
function programs(traits: Traits): fc.Arbitrary<Step[]> {
  const nested = fc.oneof(
    { weight: 3, arbitrary: simple },
    { weight: 1, arbitrary: holding(simple, traits) },
  );
  const step = fc.oneof({ weight: 2, arbitrary: simple }, { weight: 1, arbitrary: holding(nested, traits) });
  return fc.array(step, { minLength: 2, maxLength: 8 });
}

describe('the search of data, against runs along all branches', () => {
  for (const letter of Object.keys(TRAITS) as (keyof typeof LANGUAGES)[]) {
    const [language, traits] = [LANGUAGES[letter], TRAITS[letter]];
    it(`reports what some run shows, and nothing else: ${language.title}`, () => {
      const outcomes = { shown: 0, silent: 0 };
      const property = fc.property(programs(traits), (steps) => {
        const isShown = shows(steps, traits);
        outcomes[isShown ? 'shown' : 'silent'] += 1;
        assert.equal(reports(steps, language), isShown, JSON.stringify(steps));
      });
      fc.assert(property, { seed: 20_261_130, numRuns: PROGRAMS });
      // Programs that all show the secret, or none of them, would prove nothing.
      assert.ok(Math.min(outcomes.shown, outcomes.silent) > PROGRAMS / 5, JSON.stringify(outcomes));
    });
  }
});
