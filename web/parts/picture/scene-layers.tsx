/** Layers of a picture without steps: lines, names of parts and edges, pins. */

import type { Label, Line, LineKind, PinMark, PinRest } from '../../../src/picture/scene.ts';
import { linePath } from '../../../src/picture/svg/markup.ts';
import { NEW_RING, PIN_SHAPES } from '../../../src/picture/svg/pin-shape.ts';
import { arrowPath } from '../../../src/picture/svg/scene-to-svg.ts';
import type { WayLine } from '../../../src/picture/way-line.ts';
import { DECORATION } from './decoration.ts';

const KINDS: readonly LineKind[] = ['border', 'flow', 'error'];

/** Draws all lines of a kind as one path, and their arrows as another. */
export function Lines({ lines }: { readonly lines: readonly Line[] }) {
  return (
    <g {...DECORATION}>
      {KINDS.map((kind) => {
        const own = lines.filter((line) => line.kind === kind);
        const arrows = own.filter(({ hasArrow }) => hasArrow);
        return (
          <g key={kind}>
            <path
              class={`pic-line pic-line--${kind}`}
              d={own.map(({ points }) => linePath(points)).join('')}
            />
            <path
              class={`pic-arrow pic-arrow--${kind}`}
              d={arrows.map(({ points }) => arrowPath(points)).join('')}
            />
          </g>
        );
      })}
    </g>
  );
}

/** Draws names of parts and edges. */
export function Labels({ labels }: { readonly labels: readonly Label[] }) {
  return (
    <g {...DECORATION}>
      {labels.map(({ x, y, text, anchor }, index) => (
        <text key={index} class="pic-label" x={x} y={y} text-anchor={anchor}>
          {text}
        </text>
      ))}
    </g>
  );
}

interface PinsProps {
  readonly pins: readonly PinMark[];
  readonly rests: readonly PinRest[];
  /** Factor by which they are larger than in the scene. */
  readonly scale: number;
  /** Finding that is open. */
  readonly finding: string;
}

/** Draws findings: form, letter and colour; hollow when waived, with a ring when new. */
export function Pins({ pins, rests, scale, finding }: PinsProps) {
  return (
    <g {...DECORATION}>
      {pins.map(({ x, y, pin }) => {
        const { letter, path, baseline } = PIN_SHAPES[pin.severity];
        const marks = [pin.waived ? 'pic-pin--waived' : '', pin.findingId === finding ? 'pic-pin--open' : ''];
        return (
          <g
            key={`${pin.findingId} ${pin.node}`}
            class={['pic-pin', `pic-pin--${pin.severity}`, ...marks].join(' ')}
            data-finding={pin.findingId}
            transform={scale === 1 ? `translate(${x} ${y})` : `translate(${x} ${y}) scale(${scale})`}
          >
            {pin.change === 'new' && <circle class="pic-ring" r={NEW_RING} />}
            <path d={path} />
            <text y={baseline}>{letter}</text>
          </g>
        );
      })}
      {rests.map(({ x, y, count }) => (
        <g key={`${x} ${y}`} class="pic-rest" transform={`translate(${x} ${y})`}>
          <rect x={-12} y={-9} width={24} height={18} rx={9} />
          <text y={4}>{count > 99 ? '99+' : `+${count}`}</text>
        </g>
      ))}
    </g>
  );
}

/** Draws the way that the data of the open finding takes, with a number at each step. */
export function DataWay({ way: { path, stops } }: { readonly way: WayLine }) {
  if (stops.length < 2) return null;
  return (
    <g class="pic-way" {...DECORATION}>
      <path class="pic-way-line" d={path} />
      {stops.map(({ x, y, number }) => (
        <g key={number} class="pic-way-stop" transform={`translate(${x} ${y})`}>
          <circle r={9} />
          <text y={3.5}>{number}</text>
        </g>
      ))}
    </g>
  );
}
