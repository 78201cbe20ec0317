/** Web requests that go on after an error of the service. */
import type { Fix } from '../fix.ts';
import { turnOverOnLine } from './robin-switch.ts';

export const fix: Fix = {
  rule: 'PAD-REL-010',
  does: 'Lets the action fail after an error of the service (FailOnErrorStatus).',
  consequence:
    'A run that went on after an error of the service now fails there, unless an error handler takes it.',
  script: (place) => turnOverOnLine(place, 'FailOnErrorStatus'),
};
