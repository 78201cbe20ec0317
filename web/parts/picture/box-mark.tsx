/** Boxes of a picture, each an item of its tree. */
import { boxText, stepTitle, TEXT_LEFT } from '../../../src/picture/box-text.ts';
import { SIZES } from '../../../src/picture/layout/sizes.ts';
import { roleFacts } from '../../../src/picture/roles.ts';
import type { Box } from '../../../src/picture/scene.ts';
import { GLYPH_PATHS } from '../../../src/picture/svg/glyphs.ts';
import type { TreeItem } from '../../../src/picture/tree.ts';
import type { Detail } from '../../../src/picture/visible-boxes.ts';
import type { WorkflowGraph } from '../../../src/picture/workflow-graph.ts';
import { DECORATION } from './decoration.ts';

interface BoxProps {
  readonly box: Box;
  readonly graph: WorkflowGraph;
  readonly detail: Detail;
}

/** Returns the classes of a box: its form, its worst finding, and whether it never runs. */
function boxClass({ node, form, depth }: Box, graph: WorkflowGraph): string {
  const { own, worst } = graph.findingsOf(node);
  const isMarked = form === 'closed' || own.some(({ waived }) => !waived);
  const isOff = graph.hasFlag(node, 'off') || graph.hasFlag(node, 'unreachable');
  return [
    'pic-box',
    `pic-box--${form}`,
    depth % 2 === 1 ? 'pic-box--odd' : '',
    isMarked && worst !== undefined ? `pic-box--${worst}` : '',
    isOff ? 'pic-box--off' : '',
  ]
    .filter((name) => name !== '')
    .join(' ');
}

/** Draws the frame of a container, behind lines. */
export function HolderFrame({ box, graph }: Omit<BoxProps, 'detail'>) {
  const { x, y, w, h } = box;
  return <rect class={boxClass(box, graph)} x={x} y={y} width={w} height={h} rx={8} />;
}

interface ItemProps extends BoxProps {
  readonly id: string;
  readonly item: TreeItem;
  readonly isFocused: boolean;
  readonly isChosen: boolean;
}

/** Draws a step as an item of the tree. */
export function BoxItem({ box, graph, detail, id, item, isFocused, isChosen }: ItemProps) {
  const { node, form, x, y, w, h } = box;
  const holds = form === 'container' || form === 'area';
  const height = Math.min(h, SIZES.headHeight);
  return (
    <g
      id={id}
      role="treeitem"
      class={isChosen ? 'pic-item pic-item--chosen' : 'pic-item'}
      data-node={node}
      // In SVG names of attributes have a case.
      tabindex={isFocused ? 0 : -1}
      aria-label={item.label}
      aria-level={item.level}
      aria-posinset={item.position}
      aria-setsize={item.count}
      aria-expanded={item.isOpen}
      aria-selected={isChosen}
    >
      {(detail === 'forms' || boxText(graph, box).name !== stepTitle(graph, node)) && (
        <title>{stepTitle(graph, node)}</title>
      )}
      {detail === 'forms' ? (
        <rect class="pic-hit" x={x} y={y} width={w} height={h} />
      ) : holds ? (
        <rect class="pic-hit" x={x} y={y} width={w} height={height} rx={8} />
      ) : form === 'dot' ? (
        <circle class={boxClass(box, graph)} cx={x + w / 2} cy={y + h / 2} r={w / 2} />
      ) : (
        <rect class={boxClass(box, graph)} x={x} y={y} width={w} height={h} rx={6} />
      )}
    </g>
  );
}

interface TextsProps {
  readonly boxes: readonly Box[];
  readonly graph: WorkflowGraph;
  readonly detail: Detail;
}

/** Draws the glyphs and texts of boxes. They are no part of the items, whose labels say more than what fits here. */
export function BoxTexts({ boxes, graph, detail }: TextsProps) {
  return (
    <g class="pic-texts" {...DECORATION}>
      {boxes
        .filter(({ form }) => form !== 'dot')
        .map((box) => (
          <BoxText key={box.node} box={box} graph={graph} detail={detail} />
        ))}
    </g>
  );
}

function BoxText({ box, graph, detail }: BoxProps) {
  const { node, x, y, h, form } = box;
  const text = boxText(graph, box);
  const middle = form === 'container' ? y + 20 : form === 'area' ? y + 13 : y + h / 2;
  const hasDetail = detail === 'full' && form !== 'area';
  return (
    <>
      {detail === 'full' && (
        <path
          class="pic-glyph"
          d={GLYPH_PATHS[roleFacts(graph.roleOf(node)).glyph]}
          transform={`translate(${x + 13} ${middle - 8})`}
        />
      )}
      <text class="pic-name" x={x + TEXT_LEFT} y={hasDetail ? middle - 2 : middle + 5}>
        {text.name}
      </text>
      {hasDetail && (
        <text class="pic-detail" x={x + TEXT_LEFT} y={middle + 13}>
          {text.detail}
        </text>
      )}
    </>
  );
}
