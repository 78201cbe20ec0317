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

/** Returns the facts between source and sink, the first one first. */
function factsOf({ activities }: Workflow, last: Fact | undefined): readonly Fact[] {
  const facts: Fact[] = [];
  for (let fact = last; fact !== undefined; fact = fact.parent)
    if (fact.how !== 'source' && fact.how !== 'sink' && activities[fact.writer] !== undefined)
      facts.push(fact);
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
  const facts = factsOf(workflow, last);
  const omitted = Math.max(0, facts.length - 2 * SHOWN);
  return { shown: omitted > 0 ? [...facts.slice(0, SHOWN), ...facts.slice(-SHOWN)] : facts, omitted };
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
