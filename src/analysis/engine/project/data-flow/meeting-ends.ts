/** Ends of workflows that may lead to each other, known before calls are resolved: others need no search. */
import { truncate } from '../../../../text/truncate.ts';
import type { FlowEnd } from '../../../model/data-flow/flow-facts.ts';
import type { Anchor, Workflow } from '../../../model/workflow.ts';
import { openEndsOf } from '../../../semantics/data-flow/across/ends.ts';
import { NAME_MAX } from '../../findings/shorten.ts';
import { POSITION } from './project-ends.ts';

/** Kind and name of an end: they decide whether it may be the other side of another. */
export type MeetingEnd = Pick<FlowEnd<Anchor>, 'kind' | 'name'>;

/** Kind of the ends at the other side of each kind. */
const OTHER_SIDE: Readonly<Partial<Record<MeetingEnd['kind'], MeetingEnd['kind']>>> = {
  in: 'call-in',
  'call-in': 'in',
  out: 'call-out',
  'call-out': 'out',
  'channel-in': 'channel-out',
  'channel-out': 'channel-in',
};

/** Stands for all names. */
const ANY = '*';

const nameOf = ({ name }: MeetingEnd): string => (POSITION.test(name) ? ANY : truncate(name, NAME_MAX));

/**
 * Creates the test of ends: whether some end of the workflows may be the other side, by its kind and name alone.
 * @param workflows all files of an upload whose data is followed
 */
export function meetingEnds(workflows: readonly Workflow[]): (end: MeetingEnd) => boolean {
  const names = new Map<MeetingEnd['kind'], Set<string>>();
  const note = (end: MeetingEnd): void => {
    const known = names.get(end.kind);
    if (known === undefined) names.set(end.kind, new Set([nameOf(end)]));
    else known.add(nameOf(end));
  };
  for (const workflow of workflows) {
    const { entries, exits } = openEndsOf(workflow);
    for (const { end } of entries) note(end);
    for (const end of exits) note(end);
  }
  return (end) => {
    const others = names.get(OTHER_SIDE[end.kind]!);
    const name = nameOf(end);
    return others !== undefined && (name === ANY || others.has(name) || others.has(ANY));
  };
}
