/** A setting that stands in a file beside flows, as a variable with a fixed value. */
import type { Position } from '../../model/workflow.ts';
import type { Draft } from '../draft.ts';

/** Adds a setting with its value. */
export function addSetting(draft: Draft, at: Position, name: string, text: string): void {
  draft.variables.push({
    at,
    owner: -1,
    name,
    key: name.toLowerCase(),
    type: 'setting',
    secure: false,
    default: { at, owner: -1, name, text, expression: undefined },
    enabled: true,
    modifiers: ['setting'],
  });
}
