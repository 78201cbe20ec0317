/** Scene as an SVG document that stands alone. */

import type { Severity } from '../../analysis/model/rule.ts';
import { boxText, stepSentence, TEXT_LEFT } from '../box-text.ts';
import { SIZES } from '../layout/sizes.ts';
import { roleFacts } from '../roles.ts';
import type { Box, Line, PinMark, PinRest, Scene } from '../scene.ts';
import type { WorkflowGraph } from '../workflow-graph.ts';
import { GLYPH_PATHS } from './glyphs.ts';
import { element, escapeText, linePath } from './markup.ts';
import { NEW_RING, PIN_SHAPES } from './pin-shape.ts';
import type { Theme } from './themes.ts';

const FONT = 'system-ui, -apple-system, Segoe UI, Roboto, Helvetica, Arial, sans-serif';
const ARROW = 5;

/** Colours and texts of a picture. */
export interface SvgOptions {
  readonly theme: Theme;
  /** Name of the picture for screen readers. */
  readonly title: string;
  /** Returns the address of a finding; absent: pins are no links. */
  readonly hrefOf?: (findingId: string) => string;
  /** Markup above everything else. */
  readonly above?: string;
}

/** Writes a scene as SVG. */
export function sceneToSvg(scene: Scene, graph: WorkflowGraph, options: SvgOptions): string {
  const { theme, title, hrefOf, above } = options;
  const { width, height } = scene;
  const parts = [
    element('title', {}, escapeText(title)),
    element('rect', { width, height, fill: theme.canvas }),
    ...scene.boxes.filter(isHolder).map((box) => boxMarkup(box, graph, theme)),
    ...scene.lines.map((line) => lineMarkup(line, theme)),
    ...scene.boxes.filter((box) => !isHolder(box)).map((box) => boxMarkup(box, graph, theme)),
    ...scene.labels.map(({ x, y, text, anchor }) =>
      element(
        'text',
        {
          x,
          y,
          'font-size': SIZES.smallFontSize,
          fill: theme.softText,
          stroke: theme.canvas,
          'stroke-width': 3,
          'stroke-linejoin': 'round',
          'paint-order': 'stroke',
          'text-anchor': anchor,
        },
        escapeText(text),
      ),
    ),
    ...scene.pins.map((mark) => {
      const markup = pinMarkup(mark, theme);
      return hrefOf === undefined ? markup : element('a', { href: hrefOf(mark.pin.findingId) }, markup);
    }),
    ...scene.rests.map((rest) => restMarkup(rest, theme)),
    ...(above === undefined ? [] : [above]),
  ];
  return element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width,
      height,
      viewBox: `0 0 ${Math.ceil(width)} ${Math.ceil(height)}`,
      role: 'img',
      'font-family': FONT,
    },
    parts.join('\n'),
  );
}

/** Returns whether a box lies behind lines. */
export const isHolder = ({ form }: Box): boolean => form === 'container' || form === 'area';

function boxMarkup(box: Box, graph: WorkflowGraph, theme: Theme): string {
  const { node, form, x, y, w, h, depth } = box;
  const tip = element('title', {}, escapeText(stepSentence(graph, node)));
  if (form === 'dot')
    return element('circle', { cx: x + w / 2, cy: y + h / 2, r: w / 2, fill: theme.line }, tip);
  const { own, worst } = graph.findingsOf(node);
  const hasOwn = own.some(({ waived }) => !waived) || form === 'closed';
  const severity = hasOwn ? worst : undefined;
  const isOff = graph.hasFlag(node, 'off') || graph.hasFlag(node, 'unreachable');
  const holds = isHolder(box);
  const frame = element('rect', {
    x: x + 0.5,
    y: y + 0.5,
    width: w - 1,
    height: h - 1,
    rx: holds ? 8 : 6,
    fill: holds ? theme.containers[depth % 2]! : theme.surface,
    stroke: severity === undefined || holds ? theme.border : theme.severities[severity],
    'stroke-width': severity === undefined || holds ? 1 : 1.5,
    'stroke-dasharray': isOff || form === 'area' ? '5 4' : undefined,
  });
  const back = form === 'closed' ? closedBack(box, theme) : '';
  const content =
    frame + edgeBar(box, severity, theme) + glyphMarkup(box, graph, theme) + textMarkup(box, graph, theme);
  return element('g', { opacity: isOff && !holds ? 0.7 : undefined }, tip + back + content);
}

/** A second sheet behind a closed container. */
function closedBack({ x, y, w, h }: Box, theme: Theme): string {
  return element('rect', {
    x: x + 4.5,
    y: y + 4.5,
    width: w - 1,
    height: h - 1,
    rx: 6,
    fill: theme.containers[0],
    stroke: theme.border,
  });
}

function edgeBar(box: Box, severity: Severity | undefined, theme: Theme): string {
  if (severity === undefined) return '';
  const { x, y, h: height } = box;
  const h = isHolder(box) ? Math.min(height, SIZES.headHeight) : height;
  return element('path', {
    d: `M${x + 6} ${y + 1}h-1a4 4 0 0 0-4 4v${h - 10}a4 4 0 0 0 4 4h1z`,
    fill: theme.severities[severity],
  });
}

function glyphMarkup({ node, x, y, form, h }: Box, graph: WorkflowGraph, theme: Theme): string {
  const { glyph } = roleFacts(graph.roleOf(node));
  const top = form === 'container' || form === 'area' ? y + (form === 'area' ? 5 : 12) : y + h / 2 - 8;
  return element('path', {
    d: GLYPH_PATHS[glyph],
    transform: `translate(${x + 13} ${top})`,
    fill: 'none',
    stroke: theme.softText,
    'stroke-width': 1.4,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
  });
}

function textMarkup(box: Box, graph: WorkflowGraph, theme: Theme): string {
  const { name, detail } = boxText(graph, box);
  const { x, y, form, h } = box;
  const left = x + TEXT_LEFT;
  const middle = form === 'container' ? y + 20 : y + h / 2;
  if (form === 'area')
    return element('text', { x: left, y: y + 17, 'font-size': 12, fill: theme.softText }, escapeText(name));
  return (
    element(
      'text',
      { x: left, y: middle - 2, 'font-size': SIZES.fontSize, 'font-weight': 600, fill: theme.text },
      escapeText(name),
    ) +
    element(
      'text',
      { x: left, y: middle + 13, 'font-size': SIZES.smallFontSize, fill: theme.softText },
      escapeText(detail),
    )
  );
}

function lineMarkup({ kind, points, hasArrow }: Line, theme: Theme): string {
  const colour = kind === 'error' ? theme.error : kind === 'border' ? theme.border : theme.line;
  const way = element('path', {
    d: linePath(points),
    fill: 'none',
    stroke: colour,
    'stroke-width': kind === 'border' ? 1 : 1.4,
    'stroke-dasharray': kind === 'error' ? '5 3' : kind === 'border' ? '2 4' : undefined,
    'stroke-linejoin': 'round',
  });
  return hasArrow ? way + element('path', { d: arrowPath(points), fill: colour }) : way;
}

/** Returns the path of the arrow at the end of a line. */
export function arrowPath(points: readonly number[]): string {
  const [x, y] = [points.at(-2)!, points.at(-1)!];
  const [fromX, fromY] = [points.at(-4)!, points.at(-3)!];
  const length = Math.hypot(x - fromX, y - fromY) || 1;
  const [dx, dy] = [(x - fromX) / length, (y - fromY) / length];
  const [baseX, baseY] = [x - dx * ARROW * 1.4, y - dy * ARROW * 1.4];
  const [sideX, sideY] = [-dy * ARROW * 0.8, dx * ARROW * 0.8];
  return `${linePath([x, y, baseX + sideX, baseY + sideY, baseX - sideX, baseY - sideY])}z`;
}

function pinMarkup({ x, y, pin }: PinMark, theme: Theme): string {
  const { letter, path, baseline } = PIN_SHAPES[pin.severity];
  const colour = theme.severities[pin.severity];
  const ring =
    pin.change === 'new'
      ? element('circle', { r: NEW_RING, fill: 'none', stroke: theme.accent, 'stroke-width': 1.5 })
      : '';
  const words = [pin.severity, pin.waived ? 'waived' : '', pin.change === 'new' ? 'new' : ''].filter(Boolean);
  return element(
    'g',
    { transform: `translate(${x} ${y})` },
    element('title', {}, escapeText(words.join(', '))) +
      ring +
      element('path', {
        d: path,
        fill: pin.waived ? theme.surface : colour,
        stroke: pin.waived ? colour : theme.surface,
        'stroke-width': pin.waived ? 1.6 : 1.5,
        'stroke-linejoin': 'round',
      }) +
      element(
        'text',
        {
          y: baseline,
          'font-size': 9.5,
          'font-weight': 700,
          'text-anchor': 'middle',
          fill: pin.waived ? colour : theme.onSeverity,
        },
        letter,
      ),
  );
}

function restMarkup({ x, y, count }: PinRest, theme: Theme): string {
  const text = `+${count}`;
  const width = 10 + text.length * 7;
  return (
    element('rect', {
      x: x - width + 10,
      y: y - 9,
      width,
      height: 18,
      rx: 9,
      fill: theme.softText,
      stroke: theme.surface,
      'stroke-width': 1.5,
    }) +
    element(
      'text',
      {
        x: x - width / 2 + 10,
        y: y + 4,
        'font-size': 10,
        'font-weight': 700,
        'text-anchor': 'middle',
        fill: theme.surface,
      },
      text,
    )
  );
}
