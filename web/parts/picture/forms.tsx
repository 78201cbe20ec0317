/** Boxes as forms alone, those of a colour in one path: thousands take a few elements. */
import { useMemo } from 'preact/hooks';
import type { Box } from '../../../src/picture/scene.ts';
import type { WorkflowGraph } from '../../../src/picture/workflow-graph.ts';

/** Draws boxes. */
export function Forms({ boxes, graph }: { readonly boxes: readonly Box[]; readonly graph: WorkflowGraph }) {
  const paths = useMemo(() => {
    const groups = Map.groupBy(boxes, (box) => groupOf(box, graph));
    return [...groups].map(([group, own]) => [group, own.map(rectPath).join('')] as const);
  }, [boxes, graph]);
  return (
    <>
      {paths.map(([group, path]) => (
        <path key={group} class={`pic-mini pic-mini--${group}`} d={path} />
      ))}
    </>
  );
}

/** Returns the colour of a box: that of its worst finding, or of its form. */
function groupOf({ node, form }: Box, graph: WorkflowGraph): string {
  const { worst, own } = graph.findingsOf(node);
  const isMarked = worst !== undefined && (form === 'closed' || own.length > 0);
  if (form === 'container' || form === 'area') return isMarked ? `holder-${worst}` : 'holder';
  return isMarked ? worst : 'step';
}

function rectPath({ x, y, w, h }: Box): string {
  return `M${x} ${y}h${w}v${h}h${-w}z`;
}
