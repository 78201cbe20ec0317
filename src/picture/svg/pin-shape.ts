/** Forms of pins: a severity is a form, a letter and a colour. */
import type { Severity } from '../../analysis/model/rule.ts';

interface PinShape {
  readonly letter: string;
  /** Path around the middle of the pin. */
  readonly path: string;
  /** Place of the letter, from the middle. */
  readonly baseline: number;
}

export const PIN_SHAPES: Readonly<Record<Severity, PinShape>> = {
  critical: { letter: 'C', path: 'M0-11 11 0 0 11-11 0z', baseline: 3.5 },
  high: { letter: 'H', path: 'M0-10.5 11 8.5H-11z', baseline: 6 },
  medium: { letter: 'M', path: 'M-8.5-8.5h17v17h-17z', baseline: 3.5 },
  low: { letter: 'L', path: 'M0-9a9 9 0 1 0 0 18A9 9 0 0 0 0-9z', baseline: 3.5 },
};

/** Radius of the ring around a finding that is new. */
export const NEW_RING = 12.5;
