/** Instances of Office programs: the stages that create them, and whether others close them. */
import { propertyOf } from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { flowOf } from '../../semantics/flow/flow-of.ts';
import { FLOW, FORWARD } from '../../semantics/flow/graph.ts';
import { calledPagesOf, pagesOf } from '../../semantics/flow/pages.ts';
import { reachedAfter } from '../../semantics/flow/search.ts';
import { actionsNamed } from './action-calls.ts';
import { stagesOf } from './stages.ts';

const OFFICE = /\b(?:excel|word|powerpoint)\b/i;
const OPENS = /^(?:create|open) instance\b/i;
const CLOSES = /^(?:close (?:all )?instances?|close all|exit|quit|kill process|terminate)\b/i;
const KINDS = FORWARD | FLOW.call | FLOW.return;

const objectOf = (stage: Activity): string => propertyOf(stage, 'resource.object')?.text ?? '';

/** Returns the stages that create an instance of an Office program. */
export const openersOf = (workflow: Workflow): readonly Activity[] =>
  actionsNamed(workflow, OPENS).filter((stage) => OFFICE.test(objectOf(stage)));

/** Returns the stages that close an instance, and those that call a page with one. */
function closersOf(workflow: Workflow): ReadonlySet<number> {
  const closing = new Set(actionsNamed(workflow, CLOSES).map(({ index }) => index));
  const pages = pagesOf(workflow);
  const called = [...calledPagesOf(workflow)];
  const closingPages = new Set([...closing].map((index) => pages[index]!));
  // The set grows while the loop walks it.
  for (const page of closingPages)
    for (const [stage, callee] of called)
      if (callee === page) {
        closing.add(stage);
        closingPages.add(pages[stage]!);
      }
  return closing;
}

/** Returns whether a stage outside of the workflow may close the instance, as it gets its handle. */
function isHandedOn(workflow: Workflow, opener: Activity): boolean {
  const handles = new Set(
    opener.properties.flatMap(({ direction, expression }) =>
      direction === 'out' ? (expression?.mentions ?? []) : [],
    ),
  );
  const takers = ['Process', 'End', 'Action'].flatMap((type) => stagesOf(workflow, type));
  return takers.some(
    (stage) =>
      (stage.type !== 'Action' || !OFFICE.test(objectOf(stage))) &&
      stage.properties.some(
        ({ direction, expression }) =>
          direction === 'in' && expression?.mentions.some((key) => handles.has(key)) === true,
      ),
  );
}

/**
 * Returns whether each way from a stage to the end of a run closes the instance that it creates.
 * @param spend counts the steps of the search
 */
export function closingOf(
  workflow: Workflow,
  opener: Activity,
  spend: () => void,
): 'always' | 'sometimes' | 'never' {
  if (isHandedOn(workflow, opener)) return 'always';
  const closing = closersOf(workflow);
  if (closing.size === 0) return 'never';
  const graph = flowOf(workflow);
  const behind = reachedAfter(graph, [opener.index], {
    kinds: KINDS,
    through: (node) => !closing.has(node),
    spend,
  });
  return behind.has(graph.end) ? 'sometimes' : 'always';
}
