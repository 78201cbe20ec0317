/** Traces: ways of data, step by step, in the names of the file. */
import { TRACE_MAX, type TracePoint } from '../../model/data-flow/trace.ts';
import type { Workflow } from '../../model/workflow.ts';
import { cellsOf } from '../cells/cells.ts';
import type { Arrival } from './search/arrival.ts';
import type { Fact } from './search/fact.ts';
import type { DataSource } from './tables/data-source.ts';

const VERBS = {
  assigned: 'puts it into',
  joined: 'joins it into',
  passed: 'passes it on in',
  called: 'receives it as',
  returned: 'gets it back as',
} as const;

/** Facts of a long way that are shown at its beginning and at its end; the source and the sink come on top. */
const SHOWN = TRACE_MAX / 2 - 1;

/** Way from a source up to a fact that a trace may show. Ways with one beginning share it. */
interface Way {
  readonly fact: Fact;
  readonly before: Way | undefined;
  readonly length: number;
  /** The first facts, as many as a long trace shows. */
  readonly beginning: readonly Fact[];
}

/** Ways to facts: a long one is walked once for all of its sinks. */
const wayTo = new WeakMap<Fact, { readonly way: Way | undefined }>();

function prolonged(before: Way | undefined, fact: Fact): Way {
  const beginning = before?.beginning ?? [];
  return {
    fact,
    before,
    length: (before?.length ?? 0) + 1,
    beginning: beginning.length < SHOWN ? [...beginning, fact] : beginning,
  };
}

/** Returns the facts between the source and the sink as a way. */
function wayOf({ activities }: Workflow, last: Fact | undefined): Way | undefined {
  const open: Fact[] = [];
  let fact = last;
  for (; fact !== undefined && !wayTo.has(fact); fact = fact.parent) open.push(fact);
  let way = fact && wayTo.get(fact)!.way;
  for (const next of open.reverse()) {
    const isEnd = next.how === 'source' || next.how === 'sink';
    if (!isEnd && activities[next.writer] !== undefined) way = prolonged(way, next);
    wayTo.set(next, { way });
  }
  return way;
}

/** Returns the last facts of a way, the first one first. */
function endOf(last: Way | undefined, count: number): readonly Fact[] {
  const facts: Fact[] = [];
  for (let way = last; way !== undefined && facts.length < count; way = way.before) facts.push(way.fact);
  return facts.reverse();
}

/** Returns the sentence about a source. */
export function sourceSentence({ words, name, step, at }: DataSource): string {
  if (step === '' || at.name === step) return `"${name}" holds the ${words}.`;
  return name === step ? `"${step}" gives the ${words}.` : `"${step}" gives the ${words} in "${name}".`;
}

/** Facts of a way that a trace shows. `omitted`: the number of those that it leaves out behind the first half. */
export interface ShownFacts {
  readonly shown: readonly Fact[];
  readonly omitted: number;
}

/** Returns the facts of a way between its ends: of a long one, the first and the last ones. */
export function shownFacts(workflow: Workflow, last: Fact | undefined): ShownFacts {
  const way = wayOf(workflow, last);
  const omitted = Math.max(0, (way?.length ?? 0) - 2 * SHOWN);
  return {
    shown: omitted > 0 ? [...way!.beginning, ...endOf(way, SHOWN)] : endOf(way, 2 * SHOWN),
    omitted,
  };
}

/** Returns the way of data to a sink: of a long one, the first and the last steps. */
export function traceOf(workflow: Workflow, source: DataSource, arrival: Arrival): TracePoint[] {
  const { shown, omitted } = shownFacts(workflow, arrival.fact);
  const sink = workflow.activities[arrival.activity]!;
  const setting = sink.properties[arrival.property]!;
  return [
    { at: source.at, how: 'source', property: source.name, sentence: sourceSentence(source) },
    ...shown.map((fact, place) => ({
      ...pointOf(workflow, fact),
      ...(omitted > 0 && place === SHOWN - 1 ? { omitted } : {}),
    })),
    {
      at: setting,
      how: 'sink',
      property: setting.name,
      sentence: `"${sink.name}" has it in its ${arrival.words}.`,
    },
  ];
}

/** Returns the step of a trace that stands for a fact. */
export function pointOf(workflow: Workflow, { how, writer, cell }: Fact): TracePoint {
  const { keys, symbols } = cellsOf(workflow);
  const activity = workflow.activities[writer]!;
  const property = symbols[cell]?.name ?? keys[cell]!.replace(/^[a-z]+:/, '');
  const sentence =
    property === activity.name.toLowerCase().replaceAll(' ', '_')
      ? `"${activity.name}" passes it on.`
      : `"${activity.name}" ${VERBS[how as keyof typeof VERBS]} "${property}".`;
  return { at: activity, how, property, sentence };
}
