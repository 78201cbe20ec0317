/** Data on a way between two ends, and on several ways one behind the other. */
import { HELD, type Marks, marksBehind } from '../../../model/data-flow/family.ts';
import type { FlowEdge } from '../../../model/data-flow/flow-facts.ts';

/** Data at an end, or all data that may come to the beginning of a way. */
export interface Carried {
  /** Families, as bits. */
  readonly families: number;
  readonly marks: Marks;
  /** Members of what was there at the beginning that are here. */
  readonly demands: readonly string[];
  /** Member that holds it here; empty for all of it. */
  readonly path: readonly string[];
}

export type CarryingWay = Pick<FlowEdge, 'families' | 'marks' | 'demands' | 'path'>;

const PATH_MAX = 3;

/** Any data, of which nothing is known yet. */
export const ANY_DATA: Carried = { families: ~0, marks: HELD, demands: [], path: [] };

/** Returns what is behind a way; undefined where it leads on nothing of it. */
export function carriedOn(before: Carried, way: CarryingWay): Carried | undefined {
  const families = before.families & way.families;
  if (families === 0) return undefined;
  const both = Math.min(before.path.length, way.demands.length);
  // A key that is computed in one file is hardly ever the one that another file reads.
  for (let at = 0; at < both; at += 1) if (before.path[at] !== way.demands[at]) return undefined;
  return {
    families,
    marks: marksBehind(way.marks, before.marks),
    demands: [...before.demands, ...way.demands.slice(both)].slice(0, PATH_MAX),
    path: [...way.path, ...before.path.slice(both)].slice(0, PATH_MAX),
  };
}

/** Returns data under the name that it has as a member of another end. */
export const below = (data: Carried, members: readonly string[]): Carried =>
  members.length === 0 ? data : { ...data, path: [...members, ...data.path].slice(0, PATH_MAX) };
