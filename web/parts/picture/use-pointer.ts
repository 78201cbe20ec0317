/** Pointer over a picture: drag to move, two fingers to zoom, a click for a step or a finding. */
import { useRef } from 'preact/hooks';
import type { ViewControls } from './use-view.ts';

/** Movement below which a press is a click. */
const CLICK_PIXELS = 5;

/** Handlers of the picture's element. */
export interface PointerHandlers {
  readonly onPointerDown: (event: PointerEvent) => void;
  readonly onPointerMove: (event: PointerEvent) => void;
  readonly onPointerUp: (event: PointerEvent) => void;
  readonly onPointerCancel: (event: PointerEvent) => void;
}

interface Finger {
  x: number;
  y: number;
}

/** Returns the handlers. @param onClick receives the element that was pressed without moving */
export function usePointer(
  controls: Pick<ViewControls, 'pan' | 'zoom'>,
  onClick: (target: Element) => void,
): PointerHandlers {
  const fingers = useRef(new Map<number, Finger>());
  const moved = useRef(0);
  const pressed = useRef<Element | null>(null);
  const lift = (event: PointerEvent): void => {
    fingers.current.delete(event.pointerId);
  };
  return {
    onPointerDown(event) {
      if (event.button !== 0) return;
      const svg = event.currentTarget as Element;
      pressed.current = event.target as Element;
      moved.current = 0;
      fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      svg.setPointerCapture(event.pointerId);
    },
    onPointerMove(event) {
      const finger = fingers.current.get(event.pointerId);
      if (finger === undefined) return;
      const [dx, dy] = [event.clientX - finger.x, event.clientY - finger.y];
      const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
      moved.current += Math.abs(dx) + Math.abs(dy);
      if (other !== undefined) {
        const before = Math.hypot(finger.x - other.x, finger.y - other.y);
        const after = Math.hypot(event.clientX - other.x, event.clientY - other.y);
        const { x, y } = (event.currentTarget as Element).getBoundingClientRect();
        if (before > 0) controls.zoom(after / before, { x: other.x - x, y: other.y - y });
      } else if (moved.current > CLICK_PIXELS) controls.pan(-dx, -dy);
      finger.x = event.clientX;
      finger.y = event.clientY;
    },
    onPointerUp(event) {
      lift(event);
      if (moved.current <= CLICK_PIXELS && pressed.current !== null) onClick(pressed.current);
      pressed.current = null;
    },
    onPointerCancel: lift,
  };
}
