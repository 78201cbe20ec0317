/** Pictures of two versions of a workflow, before and after, with the steps marked that differ. */
import { layoutPicture } from '../../../picture/layout-picture.ts';
import { opensAtFirst, picturePages } from '../../../picture/open-state.ts';
import { type ChangeTheme, changeMarks } from '../../../picture/svg/change-marks.ts';
import { sceneToSvg } from '../../../picture/svg/scene-to-svg.ts';
import { graphOf, type WorkflowGraph } from '../../../picture/workflow-graph.ts';
import { escapeHtml } from '../../../text/escape-html.ts';
import { formatNumber, plural } from '../../../text/format.ts';
import { STEP_CHANGES, type StepChange } from '../../model/outline/step-change.ts';
import type { Workflow } from '../../model/workflow.ts';
import { compareSteps, type StepChanges } from '../../outline/compare-steps.ts';
import { outlineOf } from '../../outline/outline-of.ts';
import { stepName } from '../../outline/step-name.ts';
import type { VersionPair } from '../version-pairs.ts';
import { PAGE_THEME } from './html-picture.ts';

/** Pages that are drawn. */
const PAGES_MAX = 6;
/** Names of steps that are listed for each change. */
const NAMES_MAX = 20;

const THEME: ChangeTheme = {
  changes: {
    added: 'var(--added)',
    removed: 'var(--removed)',
    changed: 'var(--changed)',
    moved: 'var(--moved)',
  },
  onChange: 'var(--surface)',
};

/** Style of the marks and of two pictures side by side. */
export const CHANGES_STYLE = `:root{--added:light-dark(rgb(26 115 64),rgb(108 214 152));--removed:light-dark(rgb(178 31 45),rgb(255 138 134));--changed:light-dark(rgb(138 92 0),rgb(240 190 90));--moved:light-dark(rgb(58 85 196),rgb(157 180 255))}
.versions{display:grid;gap:1rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,28rem),1fr));margin:1rem 0}
.versions figure{margin:0;min-width:0}`;

/** Workflows of a file that are drawn. */
const WORKFLOWS_MAX = 10;

/** Returns the pictures of the workflows of a file that differ; of the first if none does. */
export function fileChangesHtml(pairs: readonly VersionPair[]): string {
  const compared = pairs.map(({ before, after }) => ({
    before,
    after,
    changes: compareSteps(before, after),
  }));
  const differing = compared.filter(({ changes }) => changes.before.size + changes.after.size > 0);
  const drawn = differing.length === 0 ? compared.slice(0, 1) : differing.slice(0, WORKFLOWS_MAX);
  const rest = differing.length - WORKFLOWS_MAX;
  const left = rest > 0 ? `<p>${plural(rest, 'more workflow')} not drawn.</p>\n` : '';
  return `${drawn.map(changesHtml).join('')}${left}`;
}

/** Returns the pictures of both versions, page by page, and the names of the steps that differ. */
function changesHtml({ before, after, changes }: VersionPair & { readonly changes: StepChanges }): string {
  const versions = [
    drawnVersion('Before', before, changes.before),
    drawnVersion('After', after, changes.after),
  ];
  const differing = [...new Set(versions.flatMap((version) => version.differing))];
  const pages = differing.length > 0 ? differing : versions[1]!.pages.slice(0, 1);
  const rows = pages.slice(0, PAGES_MAX).map((page) => {
    const figures = versions.map(({ pages: own, draw }) => (own.includes(page) ? draw(page) : ''));
    return `<div class="versions">\n${figures.join('')}</div>\n`;
  });
  return `${namesHtml(before, after, changes)}${rows.join('')}`;
}

/** Returns the names of the steps by change; the later one where a step has two. */
function namesHtml(before: Workflow, after: Workflow, changes: StepChanges): string {
  const lines = STEP_CHANGES.flatMap((change) => {
    const [workflow, own] = change === 'removed' ? [before, changes.before] : [after, changes.after];
    const names = [...own]
      .filter(([, one]) => one === change)
      .map(([index]) => stepName(workflow.activities[index]!.name || workflow.activities[index]!.type));
    if (names.length === 0) return [];
    const rest = names.length > NAMES_MAX ? ` and ${formatNumber(names.length - NAMES_MAX)} more` : '';
    return [`${formatNumber(names.length)} ${change}: ${names.slice(0, NAMES_MAX).join(', ')}${rest}.`];
  });
  return lines.length === 0
    ? '<p>No step differs: what differs is not part of the picture, such as arguments, settings or dependencies.</p>\n'
    : `<ul>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>\n`;
}

/** A version of a workflow that can be drawn page by page; one without pages has the page `''`. */
interface DrawnVersion {
  readonly pages: readonly string[];
  /** Pages with a step that differs. */
  readonly differing: readonly string[];
  draw(page: string): string;
}

function drawnVersion(
  when: string,
  workflow: Workflow,
  changes: ReadonlyMap<number, StepChange>,
): DrawnVersion {
  // Steps that differ are drawn even where a workflow is too large to be drawn as a whole.
  const marked = [...changes.keys()];
  const outline = outlineOf(
    workflow,
    marked.map((node) => ({ print: '', node })),
  );
  const graph = graphOf({ ...outline, pins: [] });
  const byNode = new Map(
    marked.map((activity, place) => [outline.pins.node[place]!, changes.get(activity)!]),
  );
  const around = holdersOf(graph, byNode.keys());
  const pages = new Map(picturePages(graph).map((node) => [graph.nameOf(node), node]));
  const isOpen = (node: number): boolean => around.has(node) || opensAtFirst(graph, node);
  const names = pages.size === 0 ? [''] : [...pages.keys()];
  return {
    pages: names,
    differing: names.filter((name) => {
      const node = pages.get(name);
      return node === undefined ? byNode.size > 0 : around.has(node) || byNode.has(node);
    }),
    draw(name) {
      const page = pages.get(name);
      const scene = layoutPicture(graph, page === undefined ? { isOpen } : { isOpen, page });
      // The page itself is no box of its picture.
      const own = page === undefined ? undefined : byNode.get(page);
      const place = page === undefined ? '' : `, page ${name}${own === undefined ? '' : ` (${own})`}`;
      const title = `${when}: ${outline.name}${place}`;
      const above = changeMarks(scene, (node) => byNode.get(node), THEME);
      const svg = sceneToSvg(scene, graph, { theme: PAGE_THEME, title, above });
      const caption = escapeHtml(title);
      return `<figure><figcaption>${caption}</figcaption><div class="picture" tabindex="0" role="group" aria-label="${caption}">${svg}</div></figure>\n`;
    },
  };
}

/** Returns the containers around steps. */
function holdersOf({ workflow }: WorkflowGraph, nodes: Iterable<number>): ReadonlySet<number> {
  const { parent } = workflow.nodes;
  const holders = new Set<number>();
  for (const node of nodes)
    for (let at = parent[node] ?? -1; at >= 0 && !holders.has(at); at = parent[at]!) holders.add(at);
  return holders;
}
