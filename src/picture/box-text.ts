/** Texts in and about a box. */

import { SIZES } from './layout/sizes.ts';
import { fitText } from './measure-text.ts';
import { roleFacts } from './roles.ts';
import type { Box } from './scene.ts';
import type { WorkflowGraph } from './workflow-graph.ts';

/** From the left border to the text. */
export const TEXT_LEFT = 36;
const TEXT_RIGHT = 10;

/** The two lines of a box. */
export interface BoxText {
  readonly name: string;
  readonly detail: string;
}

/** Returns the name of a step; one without a name is named by its type. */
export function stepTitle(graph: WorkflowGraph, node: number): string {
  return graph.nameOf(node) || graph.typeOf(node) || 'Step';
}

/** Returns the findings in a container in words. */
export function findingWords(count: number): string {
  return count === 0 ? 'no findings' : count === 1 ? '1 finding' : `${count} findings`;
}

/** Returns the number of steps in words. */
export function stepWords(count: number): string {
  return count === 1 ? '1 step' : `${count} steps`;
}

/** Returns what is to say about a step besides its name. */
export function detailOf(graph: WorkflowGraph, { node, form }: Pick<Box, 'node' | 'form'>): string {
  const marks: string[] = [];
  if (graph.hasFlag(node, 'off')) marks.push('off');
  if (graph.hasFlag(node, 'unreachable')) marks.push('never reached');
  if (form === 'closed') {
    const { count } = graph.findingsOf(node);
    return [...marks, stepWords(graph.inside[node]!), findingWords(count)].join(' · ');
  }
  if (graph.hasFlag(node, 'incomplete')) marks.push('not all steps are shown');
  const call = graph.calls.get(node);
  const type = graph.typeOf(node);
  return [...marks, call === undefined ? type : `→ ${call.target}`].join(' · ');
}

/** Returns the texts of a box, cut to its width. */
export function boxText(graph: WorkflowGraph, box: Box): BoxText {
  const room = box.w - TEXT_LEFT - TEXT_RIGHT;
  // The name is bold.
  const name = fitText(stepTitle(graph, box.node), room, SIZES.fontSize * 1.07);
  return { name, detail: fitText(detailOf(graph, box), room, SIZES.smallFontSize) };
}

/** Returns what a step does, as `Send mail handles e-mail (SendMail)`. */
export function stepSentence(graph: WorkflowGraph, node: number): string {
  const { words } = roleFacts(graph.roleOf(node));
  return `${stepTitle(graph, node)} ${words} (${graph.typeOf(node)})`;
}
