/** Finds links without a target, and stages without a way on. */
import { isLive } from '../../model/navigate.ts';
import type { Problem } from '../../model/rule.ts';
import type { Activity, Transition, Workflow } from '../../model/workflow.ts';
import { outgoingOf } from '../../semantics/flow/links.ts';
import { pageName, pagesOf, usedPagesOf } from '../../semantics/flow/pages.ts';
import { defineRule } from '../define-rule.ts';

/** Stages that the flow may end at, and shapes that it never enters. */
const NO_WAY_ON = new Set(['End', 'Exception', 'Block', 'Note', 'Page', 'ApplicationModel']);

/** Returns how many ways on a Decision must have; other stages need one. */
function waysNeeded(activity: Activity): number {
  return activity.type === 'Decision' ? 2 : 1;
}

/** Returns the choices of a Choice or Wait stage without a link, by the prefixes of their settings. */
function unlinkedChoices({ type, properties }: Activity, links: readonly Transition[]): readonly string[] {
  if (type !== 'ChoiceStart' && type !== 'WaitStart') return [];
  const choices = new Set(properties.map(({ name }) => /^choices\.\d+(?=\.)/.exec(name)?.[0] ?? ''));
  for (const { name } of links) choices.delete(name.replace(/\.ontrue$/, ''));
  choices.delete('');
  return [...choices];
}

/** Returns the title of a stage for messages: many pages have a `Start`. */
const stageTitle = (workflow: Workflow, stage: Activity): string =>
  `"${stage.name}" on the page "${pageName(workflow, stage)}"`;

/** Adds to a list, because a generator over every stage of a workflow takes longer. */
function checkLinks(
  activity: Activity,
  links: readonly Transition[],
  workflow: Workflow,
  problems: Problem[],
): void {
  // The product follows the pairs of Loop, Choice and Wait by itself; only drawn links are checked here.
  let drawn = 0;
  for (const link of links) {
    if (link.name !== 'groupid') drawn += 1;
    if (link.to !== -1) continue;
    const message = `The link "${link.name}" of ${stageTitle(workflow, activity)} leads to a stage that the page does not have.`;
    problems.push({ at: link, subject: link.name, message });
  }
  const choices = unlinkedChoices(activity, links);
  const names = choices.length === 0 ? undefined : Map.groupBy(activity.properties, ({ name }) => name);
  for (const choice of choices) {
    const name = names?.get(`${choice}.name`)?.[0];
    const choiceTitle = name === undefined || name.text === '' ? 'A choice' : `The choice "${name.text}"`;
    const message = `${choiceTitle} of ${stageTitle(workflow, activity)} has no link to a next stage.`;
    problems.push({ at: name ?? activity, subject: choice, message });
  }
  if (NO_WAY_ON.has(activity.type)) return;
  const missing = waysNeeded(activity) - drawn;
  const pairIsEnough = links.length > drawn && activity.role !== 'loop' && !activity.type.endsWith('End');
  if (missing <= 0 || pairIsEnough) return;
  const message = `${stageTitle(workflow, activity)} has ${drawn === 0 ? 'no link' : 'only one link'} to a next stage.`;
  problems.push({ at: activity, subject: 'next', message });
}

/** Returns the one problem of a page that the flow never comes to: its open links stop nothing. */
function unusedPage(page: Activity, { length, 0: first }: readonly Problem[]): Problem {
  const links = length === 1 ? first!.message : `${length} links on it are missing or lead nowhere.`;
  const message = `The page "${page.name}" is never used, as it is not published and no page in use calls it. ${links}`;
  return { at: page, subject: 'unused page', severity: 'low', message };
}

export const rule = defineRule('BPR-REL-009', {
  level: 'workflow',
  check(workflow) {
    const [outgoing, pages, used] = [outgoingOf(workflow), pagesOf(workflow), usedPagesOf(workflow)];
    const problems: Problem[] = [];
    const unused = new Map<number, Problem[]>();
    // The containers at the top are no stages.
    for (const activity of workflow.activities) {
      if (activity.parent === -1 || !isLive(activity)) continue;
      const page = pages[activity.index]!;
      const found = used.has(page) ? problems : (unused.get(page) ?? []);
      checkLinks(activity, outgoing[activity.index]!, workflow, found);
      if (found !== problems && found.length > 0) unused.set(page, found);
    }
    for (const [page, found] of unused) problems.push(unusedPage(workflow.activities[page]!, found));
    return problems;
  },
});
