/** Marks of steps that differ from another version: a frame in a colour, and a sign at its corner. */
import type { StepChange } from '../../analysis/model/outline/step-change.ts';
import type { Box, Scene } from '../scene.ts';
import { element, escapeText } from './markup.ts';

/** Colours of the changes, and of the signs on them. */
export interface ChangeTheme {
  readonly changes: Readonly<Record<StepChange, string>>;
  readonly onChange: string;
}

/** Signs of the changes: a reader who sees no colours has them. */
const SIGNS: Readonly<Record<StepChange, string>> = {
  added: 'M-4 0h8M0-4v8',
  removed: 'M-4 0h8',
  changed: 'M-4.5 1.5q2.2-4.5 4.5-1.5t4.5-1.5',
  moved: 'M0-4.5v9M-2.5-2 0-4.5 2.5-2M-2.5 2 0 4.5 2.5 2',
};
const RADIUS = 8;

/** Returns the marks of all boxes whose step has changed. */
export function changeMarks(
  { boxes }: Scene,
  changeOf: (node: number) => StepChange | undefined,
  theme: ChangeTheme,
): string {
  return boxes
    .map((box) => {
      const change = box.form === 'dot' ? undefined : changeOf(box.node);
      return change === undefined ? '' : markOf(box, change, theme);
    })
    .join('');
}

function markOf({ x, y, w, h }: Box, change: StepChange, { changes, onChange }: ChangeTheme): string {
  const colour = changes[change];
  const frame = element('rect', {
    x,
    y,
    width: w,
    height: h,
    rx: 7,
    fill: 'none',
    stroke: colour,
    'stroke-width': 2.5,
    'stroke-dasharray': change === 'moved' ? '6 4' : undefined,
  });
  const sign =
    element('circle', { r: RADIUS, fill: colour }) +
    element('path', {
      d: SIGNS[change],
      fill: 'none',
      stroke: onChange,
      'stroke-width': 1.8,
      'stroke-linecap': 'round',
      'stroke-linejoin': 'round',
    });
  const badge = element(
    'g',
    { transform: `translate(${x} ${y})` },
    element('title', {}, escapeText(change)) + sign,
  );
  return frame + badge;
}
