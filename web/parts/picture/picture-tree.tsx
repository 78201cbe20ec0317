/** Drawing of a picture: an SVG that is a tree. Only what is seen, and a rim around it, has elements. */
import { useId, useLayoutEffect, useMemo } from 'preact/hooks';
import { drawnPart } from '../../../src/picture/visible-boxes.ts';
import { type WayStep, wayLine } from '../../../src/picture/way-line.ts';
import { isScreenKey } from '../../shell/keys.ts';
import { BoxItem, BoxTexts, HolderFrame } from './box-mark.tsx';
import { DECORATION } from './decoration.ts';
import { Forms } from './forms.tsx';
import { nounOf } from './noun.ts';
import { DataWay, Labels, Lines, Pins } from './scene-layers.tsx';
import { treeMove } from './tree-keys.ts';
import type { PictureState } from './use-picture.ts';
import { usePointer } from './use-pointer.ts';
import type { PictureView } from './use-view.ts';

interface PictureTreeProps {
  readonly element: { current: SVGSVGElement | null };
  readonly state: PictureState;
  readonly view: PictureView;
  /** Finding that is open; '' for none. */
  readonly finding: string;
  /** Step whose panel is open; -1: none. */
  readonly step: number;
  /** Steps that the data of the open finding takes. */
  readonly way: readonly WayStep[];
  readonly onFinding: (findingId: string) => void;
  readonly onStep: (node: number) => void;
}

/** Draws the steps. */
export function PictureTree({
  element,
  state,
  view,
  finding,
  step,
  way,
  onFinding,
  onStep,
}: PictureTreeProps) {
  const { graph, scene, items, boxOf, current, wanted, noteFocus, focus, toggle } = state;
  const name = useId();
  const part = drawnPart(scene, view.view, view.view.scale, current);
  view.drawn = part.rect;
  const byNode = useMemo(() => new Map(items.map((item) => [item.node, item])), [items]);
  const line = useMemo(() => wayLine(graph, boxOf, way), [scene, way]);
  useLayoutEffect(() => {
    if (wanted.current === -1) return;
    const box = boxOf.get(wanted.current);
    if (box !== undefined) view.reveal(box);
    document.getElementById(`${name}-${wanted.current}`)?.focus({ preventScroll: true });
    wanted.current = -1;
  });

  function open(node: number): void {
    const [first, ...rest] = graph.findingsOf(node).own;
    if (first !== undefined && rest.length === 0) onFinding(first.findingId);
    else onStep(node);
  }

  function press(target: Element): void {
    const id = target.closest('[data-finding]')?.getAttribute('data-finding');
    if (id) {
      onFinding(id);
      return;
    }
    const node = Number(target.closest('[data-node]')?.getAttribute('data-node') ?? -1);
    const item = byNode.get(node);
    if (item === undefined) return;
    if (item.isOpen === false || (item.isOpen === true && !item.isFrame && node === current)) toggle(node);
    else {
      focus(node);
      if (item.isOpen === undefined || (item.isFrame && node === current)) open(node);
    }
  }

  function pressKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || (event.key.length === 1 && isScreenKey(event)))
      return;
    const move = treeMove(event.key, items, current);
    if (move === null) return;
    event.preventDefault();
    if (move.kind === 'toggle') toggle(move.node);
    else if (move.kind === 'open') open(move.node);
    else focus(move.node);
  }

  const pointer = usePointer(view, press);
  const isForms = part.detail === 'forms';
  return (
    <svg
      ref={element}
      class="pic-svg"
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: no element of SVG is a tree
      role="tree"
      aria-label={`${nounOf(graph) === 'step' ? 'Steps' : 'Workflows'} of ${graph.workflow.name}`}
      onKeyDown={pressKey}
      onFocusIn={(event) => {
        const node = Number((event.target as Element).getAttribute('data-node') ?? -1);
        if (byNode.has(node) && node !== current) noteFocus(node);
      }}
      {...pointer}
    >
      <g {...DECORATION}>
        {isForms && <Forms boxes={part.forms} graph={graph} />}
        {!isForms &&
          part.boxes
            .filter(({ form }) => form === 'container' || form === 'area')
            .map((box) => <HolderFrame key={box.node} box={box} graph={graph} />)}
      </g>
      <Lines lines={part.lines} />
      {part.boxes.map((box) => {
        const item = byNode.get(box.node);
        if (item === undefined) return null;
        return (
          <BoxItem
            key={box.node}
            id={`${name}-${box.node}`}
            box={box}
            item={item}
            graph={graph}
            detail={part.detail}
            isFocused={box.node === current}
            isChosen={box.node === step}
          />
        );
      })}
      {!isForms && <BoxTexts boxes={part.boxes} graph={graph} detail={part.detail} />}
      <Labels labels={part.labels} />
      <DataWay way={line} />
      <Pins pins={part.pins} rests={part.rests} scale={part.pinScale} finding={finding} />
    </svg>
  );
}
