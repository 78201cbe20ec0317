/** View of a picture: which part of the scene is seen, how large, and how it moves. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Box, Scene } from '../../../src/picture/scene.ts';
import { rectHolds, type SceneRect } from '../../../src/picture/visible-boxes.ts';

const SCALE_MIN = 0.04;
const SCALE_MAX = 2;
/** Scale at which a picture that does not fit begins: its texts can be read. */
const SCALE_START = 0.85;
/** Smallest scale at which a whole picture is shown at first. */
const FIT_MIN = 0.6;
const WHEEL_STEP = 0.0015;
/** Room around what is brought into view. */
const ROOM = 48;

/** Part of the scene that is seen, and its scale. */
export interface View extends SceneRect {
  readonly scale: number;
}

/** Movements of a view. */
export interface ViewControls {
  readonly view: View;
  /** Zooms by a factor around a point of the window, or its middle. */
  zoom(factor: number, at?: { readonly x: number; readonly y: number }): void;
  /** Shows the whole scene. */
  fit(): void;
  /** Returns to the natural size. */
  reset(): void;
  /** Moves by pixels of the window. */
  pan(dx: number, dy: number): void;
  /** Moves the middle of the window to a point of the scene. */
  centre(x: number, y: number): void;
  /** Brings a box into view, if it is not. */
  reveal(box: Box): void;
}

/** View of one picture. */
export interface PictureView extends ViewControls {
  /** Part of the scene that has elements: while the view stays in it, nothing is drawn. */
  drawn: SceneRect | null;
  /** Calls a listener with each movement. */
  onMoved(listener: (view: View) => void): void;
}

interface Place {
  x: number;
  y: number;
  scale: number;
}

/** Follows the view of an element. It moves by an attribute alone, until the rim of what is drawn is reached. */
export function useView(
  element: { readonly current: SVGSVGElement | null },
  scene: Scene,
  start: Box | undefined,
): PictureView {
  const [, redraw] = useState(0);
  const state = useMemo(() => {
    const place: Place = { x: 0, y: 0, scale: 1 };
    const size = { w: 960, h: 540 };
    let listener: ((view: View) => void) | null = null;
    let isPlaced = false;
    const self = {
      scene,
      start,
      drawn: null as SceneRect | null,
      get view(): View {
        return {
          x: place.x,
          y: place.y,
          w: size.w / place.scale,
          h: size.h / place.scale,
          scale: place.scale,
        };
      },
      onMoved(next: (view: View) => void) {
        listener = next;
      },
      apply(mustDraw = false) {
        clamp();
        const { view } = self;
        element.current?.setAttribute('viewBox', `${view.x} ${view.y} ${view.w} ${view.h}`);
        listener?.(view);
        if (mustDraw || self.drawn === null || !rectHolds(within(view), self.drawn))
          redraw((count) => count + 1);
      },
      resize(w: number, h: number) {
        size.w = w;
        size.h = h;
        if (!isPlaced) {
          isPlaced = true;
          self.begin();
        }
        self.apply(true);
      },
      /** Shows the whole scene if it can be read so, else the start. */
      begin() {
        const whole = fitScale();
        place.scale = Math.min(1, whole >= FIT_MIN ? whole : SCALE_START);
        const box = whole >= FIT_MIN ? undefined : self.start;
        place.x = 0;
        place.y = 0;
        if (box !== undefined) lookAt(box);
      },
      zoom(factor: number, at = { x: size.w / 2, y: size.h / 2 }) {
        const scale = Math.min(SCALE_MAX, Math.max(scaleMin(), place.scale * factor));
        place.x += at.x / place.scale - at.x / scale;
        place.y += at.y / place.scale - at.y / scale;
        place.scale = scale;
        self.apply(true);
      },
      fit() {
        place.scale = Math.min(1, fitScale());
        place.x = 0;
        place.y = 0;
        self.apply(true);
      },
      reset() {
        self.zoom(1 / place.scale);
      },
      pan(dx: number, dy: number) {
        place.x += dx / place.scale;
        place.y += dy / place.scale;
        self.apply();
      },
      centre(x: number, y: number) {
        place.x = x - size.w / place.scale / 2;
        place.y = y - size.h / place.scale / 2;
        self.apply();
      },
      reveal(box: Box) {
        const { view } = self;
        // Of a large container its head.
        const target = { x: box.x, y: box.y, w: Math.min(box.w, view.w - ROOM), h: Math.min(box.h, 64) };
        const isSeen = rectHolds(target, view) && place.scale >= FIT_MIN / 2;
        if (!isSeen) lookAt(box);
        self.apply(!isSeen);
      },
    };
    /** Returns the smallest scale: at it, the whole scene is seen. */
    function scaleMin(): number {
      return Math.min(SCALE_MIN, fitScale());
    }
    function fitScale(): number {
      return Math.min(size.w / self.scene.width, size.h / self.scene.height);
    }
    function lookAt(box: Box): void {
      if (place.scale < FIT_MIN) place.scale = SCALE_START;
      const { w, h } = self.view;
      place.x = box.x + Math.min(box.w, w - ROOM) / 2 - w / 2;
      place.y = box.y + Math.min(box.h, 64) / 2 - h / 2;
    }
    /** Leaves no more empty room than half a window; a scene that fits stands in the middle. */
    function clamp(): void {
      const [w, h] = [size.w / place.scale, size.h / place.scale];
      const { width, height } = self.scene;
      place.x = width <= w ? (width - w) / 2 : Math.min(Math.max(place.x, -ROOM), width - w + ROOM);
      place.y =
        height <= h ? Math.min(0, (height - h) / 2) : Math.min(Math.max(place.y, -ROOM), height - h + ROOM);
    }
    /** The part of the view in which there is a scene: nothing is to be drawn beyond. */
    function within({ x, y, w, h }: View): SceneRect {
      const [left, top] = [Math.max(0, x), Math.max(0, y)];
      return {
        x: left,
        y: top,
        w: Math.max(0, Math.min(self.scene.width, x + w) - left),
        h: Math.max(0, Math.min(self.scene.height, y + h) - top),
      };
    }
    return self;
  }, []);
  state.scene = scene;
  state.start = start;
  useEffect(() => {
    const svg = element.current!;
    const observer = new ResizeObserver(() => state.resize(svg.clientWidth, svg.clientHeight));
    observer.observe(svg);
    const onWheel = (event: WheelEvent): void => {
      const box = svg.getBoundingClientRect();
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        state.zoom(Math.exp(-event.deltaY * WHEEL_STEP * 4), {
          x: event.clientX - box.x,
          y: event.clientY - box.y,
        });
        return;
      }
      const before = state.view;
      state.pan(event.deltaX, event.deltaY);
      // At the end of the picture the page scrolls on.
      if (before.x !== state.view.x || before.y !== state.view.y) event.preventDefault();
    };
    svg.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      observer.disconnect();
      svg.removeEventListener('wheel', onWheel);
    };
  }, [state]);
  return state;
}
