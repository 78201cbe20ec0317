/** Frames of findings in the text report. */
import { slotWords } from '../../../picture/roles.ts';
import { showControlCharacters } from '../../../text/control-characters.ts';
import type { FramedStep, StepFrame } from '../../model/outline/step-frame.ts';
import type { CodeFrame } from '../code-frame.ts';
import type { Paint } from './paint.ts';

/** FindingFrame of a finding: lines of its file, or steps as the designer shows them. */
export type FindingFrame = CodeFrame | StepFrame;

/** Indent of the lines below the title of a finding. */
const INDENT = ' '.repeat(12);
const MARK = '▶';

/** Returns the lines of a frame. */
export function frameText(frame: FindingFrame, paint: Paint): readonly string[] {
  return 'lines' in frame ? sourceLines(frame, paint) : stepLines(frame, paint);
}

function sourceLines({ lines, line, markAt }: CodeFrame, paint: Paint): readonly string[] {
  const width = String(lines.at(-1)!.number).length;
  return lines.flatMap(({ number, text }) => {
    const shown = `${INDENT}${paint('dim', `${String(number).padStart(width)} │`)} ${text}`;
    if (number !== line) return [shown];
    return [
      shown,
      `${INDENT}${paint('dim', `${' '.repeat(width)} │`)} ${' '.repeat(markAt)}${paint('yellow', '^')}`,
    ];
  });
}

/** Returns the words of a step: its part of the container, its name, its type. */
function stepText({ name, type, slot, isOnlyPart }: FramedStep, role: string): string {
  const part = slotWords(slot, role, isOnlyPart);
  const words = `${part === '' ? '' : `${part}: `}${name}${type === '' ? '' : ` (${type})`}`;
  return showControlCharacters(words.toWellFormed());
}

function stepLines({ isCut, steps, place, setting }: StepFrame, paint: Paint): readonly string[] {
  const bar = `${INDENT}${paint('dim', '│')} `;
  const depth = steps[place]?.depth ?? -1;
  const shown = steps.flatMap((step, index) => {
    const container = steps.findLast((other, at) => at < index && other.depth === step.depth - 1);
    const words = stepText(step, container?.role ?? '');
    const indent = '  '.repeat(step.depth);
    if (index !== place) return [`${bar}  ${indent}${paint('dim', words)}`];
    return [
      `${bar}${paint('yellow', MARK)} ${indent}${paint('bold', words)}`,
      ...settingLines(setting, depth, bar),
    ];
  });
  const outside = isCut ? [`${bar}  ${paint('dim', '…')}`] : [];
  return [...outside, ...shown, ...(place === -1 ? settingLines(setting, depth, bar) : [])];
}

function settingLines(setting: StepFrame['setting'], depth: number, bar: string): readonly string[] {
  if (setting === null) return [];
  const { label, value } = setting;
  const words = showControlCharacters(
    `${label}${value === null ? ', not set' : ` = ${value}`}`.toWellFormed(),
  );
  return [`${bar}  ${'  '.repeat(depth + 1)}${words}`];
}
