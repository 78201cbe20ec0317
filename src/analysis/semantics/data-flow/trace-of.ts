/** Traces: ways of data, step by step, in the names of the file. */
import type { TracePoint } from '../../model/data-flow/trace.ts';
import type { Workflow } from '../../model/workflow.ts';
import { cellsOf } from '../cells/cells.ts';
import type { Arrival } from './arrival.ts';
import type { Fact } from './fact.ts';
import type { DataSource } from './tables/data-source.ts';

const VERBS = {
  assigned: 'puts it into',
  joined: 'joins it into',
  passed: 'passes it on in',
  called: 'receives it as',
  returned: 'gets it back as',
} as const;

/** Returns the facts on the way, the first one first. */
function factsOf(last: Fact | undefined): readonly Fact[] {
  const facts: Fact[] = [];
  for (let fact = last; fact !== undefined; fact = fact.parent) facts.push(fact);
  return facts.reverse();
}

/** Returns the sentence about a source. */
export function sourceSentence({ words, name, step, at }: DataSource): string {
  if (step === '' || at.name === step) return `"${name}" holds the ${words}.`;
  return name === step ? `"${step}" gives the ${words}.` : `"${step}" gives the ${words} in "${name}".`;
}

/** Returns the way of data to a sink, with all its steps. */
export function traceOf(workflow: Workflow, source: DataSource, arrival: Arrival): TracePoint[] {
  const { activities } = workflow;
  const { keys, symbols } = cellsOf(workflow);
  const points: TracePoint[] = [
    { at: source.at, how: 'source', property: source.name, sentence: sourceSentence(source) },
  ];
  for (const { how, writer, cell } of factsOf(arrival.fact)) {
    const activity = activities[writer];
    if (how === 'source' || how === 'sink' || activity === undefined) continue;
    const property = symbols[cell]?.name ?? keys[cell]!.replace(/^[a-z]+:/, '');
    const sentence =
      property === activity.name.toLowerCase().replaceAll(' ', '_')
        ? `"${activity.name}" passes it on.`
        : `"${activity.name}" ${VERBS[how]} "${property}".`;
    points.push({ at: activity, how, property, sentence });
  }
  const sink = activities[arrival.activity]!;
  const setting = sink.properties[arrival.property]!;
  points.push({
    at: setting,
    how: 'sink',
    property: setting.name,
    sentence: `"${sink.name}" has it in its ${arrival.words}.`,
  });
  return points;
}
