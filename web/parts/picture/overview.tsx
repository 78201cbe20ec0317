/** Overview of a picture that does not fit: all of it, small, with a frame around what is seen. */

import { useEffect, useRef } from 'preact/hooks';
import type { Scene } from '../../../src/picture/scene.ts';
import type { WorkflowGraph } from '../../../src/picture/workflow-graph.ts';
import { Forms } from './forms.tsx';
import type { View } from './use-view.ts';

const WIDTH = 176;
const HEIGHT = 120;

interface OverviewProps {
  readonly scene: Scene;
  readonly graph: WorkflowGraph;
  readonly view: View;
  readonly onMoved: (listener: (view: View) => void) => void;
  readonly onMove: (x: number, y: number) => void;
}

/** Draws the overview, boxes of a colour as one path; a pointer moves the view. The tree says the same to others. */
export function Overview({ scene, graph, view, onMoved, onMove }: OverviewProps) {
  const frame = useRef<SVGRectElement>(null);
  const scale = Math.min(WIDTH / scene.width, HEIGHT / scene.height);
  const place = ({ x, y, w, h }: View): void => {
    const values = { x: x * scale, y: y * scale, width: w * scale, height: h * scale };
    for (const [name, value] of Object.entries(values))
      frame.current?.setAttribute(name, String(Math.round(value)));
  };
  useEffect(() => {
    onMoved(place);
    place(view);
  });
  const move = (event: PointerEvent): void => {
    if (event.buttons === 0) return;
    const box = (event.currentTarget as Element).getBoundingClientRect();
    onMove((event.clientX - box.x) / scale, (event.clientY - box.y) / scale);
  };
  const [width, height] = [Math.ceil(scene.width * scale), Math.ceil(scene.height * scale)];
  return (
    <div class="pic-overview" onPointerDown={move} onPointerMove={move}>
      <svg
        aria-hidden="true"
        focusable="false"
        width={width}
        height={height}
        viewBox={`0 0 ${scene.width} ${scene.height}`}
      >
        <Forms boxes={scene.boxes} graph={graph} />
      </svg>
      <svg aria-hidden="true" focusable="false" class="pic-overview-frame" width={width} height={height}>
        <rect ref={frame} />
      </svg>
    </div>
  );
}
