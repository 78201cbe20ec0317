/** Draws workflows, one at a time for an organisation, and remembers the last pictures. */
import type { PinChange } from '../../../src/analysis/model/outline/shown-outline.ts';
import type { Severity } from '../../../src/analysis/model/rule.ts';
import { allTaken } from '../../../src/errors.ts';
import { OutlineServiceService, type OutlineWorkflow } from '../../../src/gen/flowarden/v1/outline.ts';
import { createSemaphore } from '../../../src/infra/async/semaphore.ts';
import { createTtlCache } from '../../../src/infra/async/ttl-cache.ts';
import { layoutPicture } from '../../../src/picture/layout-picture.ts';
import { picturePages, worstPage } from '../../../src/picture/open-state.ts';
import { openWithin, PICTURE_STEPS_MAX, tooWideScene } from '../../../src/picture/overview.ts';
import type { Scene } from '../../../src/picture/scene.ts';
import { sceneToSvg } from '../../../src/picture/svg/scene-to-svg.ts';
import { THEMES, type ThemeName } from '../../../src/picture/svg/themes.ts';
import { graphOf, type PictureWorkflow, type WorkflowGraph } from '../../../src/picture/workflow-graph.ts';
import { type CallContext, type Core, READ_TIME } from '../../core/client.ts';
import { organisationOf } from '../../core/credentials.ts';

/** Pictures in memory, each of about a megabyte at most. */
const PICTURES_MAX = 16;
/** Pictures that are drawn at once, each from some megabytes, and those of one organisation that may wait. */
const DRAWN_AT_ONCE_MAX = 4;
const WAITING_MAX = 16;

const pictures = createTtlCache<{ readonly etag: string; readonly svg: string }>({
  entriesMax: PICTURES_MAX,
});
const drawing = createSemaphore({ perKey: 1, total: DRAWN_AT_ONCE_MAX, waiting: WAITING_MAX });

/** Choice of a picture. */
export interface PictureRequest {
  readonly validationId: string;
  /** Position of the workflow; -1: the one with the worst finding. */
  readonly workflow: number;
  /** Absent: the page with the worst finding. */
  readonly page: number | undefined;
  readonly theme: ThemeName;
}

/** Returns the picture as SVG. @throws AppError of the core, `concurrency_limited` */
export async function drawPicture(
  core: Core,
  context: CallContext,
  request: PictureRequest,
): Promise<string> {
  const { validationId, workflow, page, theme } = request;
  const key = JSON.stringify([validationId, workflow, page, theme]);
  const organisation = context.caller === null ? null : organisationOf(context.caller);
  const release = await drawing.take(organisation ?? '');
  if (release === null) throw allTaken('Too many pictures of this organisation are being drawn.');
  try {
    const known = pictures.get(key);
    const question = { validationId, workflow, findingId: '', knownEtag: known?.etag ?? '' };
    // The core checks the caller's access even if the picture is cached.
    const { outline, etag } = await core.call(OutlineServiceService.getOutline, question, context, READ_TIME);
    if (outline === undefined && known !== undefined) return known.svg;
    const svg = svgOf(pictureWorkflow(outline!.workflow!), page, theme);
    pictures.delete(key);
    pictures.getOrCreate(key, () => ({ etag, svg }));
    return svg;
  } finally {
    release();
  }
}

/** Draws a workflow, or an overview of one that is large. */
export function svgOf(workflow: PictureWorkflow, wanted: number | undefined, theme: ThemeName): string {
  const graph = graphOf(workflow);
  const page = wanted === undefined ? worstPage(graph) : picturePages(graph)[wanted];
  const scene = sceneOf(graph, page);
  return sceneToSvg(scene, graph, { theme: THEMES[theme], title: workflow.name });
}

function sceneOf(graph: WorkflowGraph, page: number | undefined): Scene {
  const drawn = page ?? picturePages(graph)[0];
  const outermost = drawn === undefined ? graph.roots : graph.children[drawn]!;
  if (outermost.length > PICTURE_STEPS_MAX) return tooWideScene(outermost.length);
  return layoutPicture(graph, {
    ...(page === undefined ? {} : { page }),
    isOpen: openWithin(graph, outermost),
  });
}

/** Converts the message of the core to what is drawn. */
function pictureWorkflow({ nodes, calls, places, edges, pins, ...rest }: OutlineWorkflow): PictureWorkflow {
  return {
    ...rest,
    nodes: nodes!,
    calls: calls!,
    places: places!,
    edges: { ...edges!, bends: edges!.bends.map(({ points }) => points) },
    pins: pins.map((pin) => ({
      ...pin,
      severity: pin.severity as Severity,
      change: (pin.change ?? null) as PinChange | null,
    })),
  };
}
