/** Pictures of workflows in the HTML report. */
import { layoutPicture } from '../../../picture/layout-picture.ts';
import { picturePages } from '../../../picture/open-state.ts';
import { sceneToSvg } from '../../../picture/svg/scene-to-svg.ts';
import type { Theme } from '../../../picture/svg/themes.ts';
import { graphOf } from '../../../picture/workflow-graph.ts';
import { plural } from '../../../text/format.ts';
import type { ShownWorkflow } from '../../model/outline/shown-outline.ts';

/** Pictures of one file: those of a release would otherwise make a page of many megabytes. */
const PICTURES_MAX = 12;

/** Colours that follow those of the page. */
export const PAGE_THEME: Theme = {
  canvas: 'var(--canvas)',
  surface: 'var(--surface)',
  containers: ['var(--holder)', 'var(--canvas)'],
  border: 'var(--border)',
  line: 'var(--line)',
  error: 'var(--high)',
  text: 'var(--text)',
  softText: 'var(--soft)',
  accent: 'var(--soft)',
  onSeverity: 'var(--surface)',
  severities: {
    critical: 'var(--critical)',
    high: 'var(--high)',
    medium: 'var(--medium)',
    low: 'var(--low)',
  },
};

/** Style of the pictures. */
export const PICTURE_STYLE = `:root{--canvas:light-dark(rgb(248 249 251),rgb(18 21 27));--surface:light-dark(rgb(255 255 255),rgb(32 37 47));--holder:light-dark(rgb(239 241 245),rgb(24 28 36));--border:light-dark(rgb(211 215 223),rgb(57 65 80));--line:light-dark(rgb(139 146 161),rgb(124 134 152));--text:light-dark(rgb(29 34 48),rgb(233 235 241));--soft:light-dark(rgb(90 97 114),rgb(164 172 188));--critical:light-dark(rgb(178 31 45),rgb(255 138 134));--high:light-dark(rgb(179 89 15),rgb(245 176 106));--medium:light-dark(rgb(128 96 0),rgb(227 203 102));--low:light-dark(rgb(80 105 138),rgb(163 184 216))}
figure{margin:1rem 0}figcaption{font-size:.875rem;margin-bottom:.25rem}
.picture{overflow:auto;max-height:40rem;border:1px solid var(--border);border-radius:.375rem}
.picture svg{display:block}`;

/** Page of a workflow with findings, or the workflow as a whole. */
interface Drawn {
  readonly caption: string;
  readonly svg: string;
}

function drawn(workflow: ShownWorkflow, hrefOf: (findingId: string) => string): readonly Drawn[] {
  const graph = graphOf(workflow);
  const pages = picturePages(graph);
  const pinned = pages.filter((page) => graph.findingsOf(page).count > 0);
  const shown: readonly (number | undefined)[] =
    pages.length === 0 ? [undefined] : pinned.length > 0 ? pinned : pages.slice(0, 1);
  return shown.map((page) => {
    const scene = layoutPicture(graph, page === undefined ? {} : { page });
    const caption = page === undefined ? workflow.name : `${workflow.name}, page ${graph.nameOf(page)}`;
    return { caption, svg: sceneToSvg(scene, graph, { theme: PAGE_THEME, title: caption, hrefOf }) };
  });
}

/** Writes the pictures of a file. @param escapeHtml makes a text safe in the page */
export function picturesHtml(
  workflows: readonly ShownWorkflow[],
  escapeHtml: (text: string) => string,
  hrefOf: (findingId: string) => string,
): string {
  const all = workflows.flatMap((workflow) => drawn(workflow, hrefOf));
  const rest = all.length - PICTURES_MAX;
  const figures = all
    .slice(0, PICTURES_MAX)
    .map(
      ({ caption, svg }) =>
        `<figure><figcaption>${escapeHtml(caption)}</figcaption><div class="picture" tabindex="0" role="group" aria-label="${escapeHtml(caption)}">${svg}</div></figure>\n`,
    );
  return rest > 0
    ? `${figures.join('')}<p>${plural(rest, 'more picture')} left out.</p>\n`
    : figures.join('');
}
