/** Switches of desktop-flow actions: `AcceptUntrustedCertificates: True`. */
import type { Edits } from '../edits/edit.ts';
import type { ScriptPlace } from '../place.ts';

/** Turns the switch of an action on a line over. */
export function turnOverOnLine({ bytes, start, end }: ScriptPlace, name: string): Edits {
  const line = bytes.toString('utf8', start, end);
  const label = `${name}: `;
  const at = line.indexOf(label);
  const value = /^(?:True|False)\b/.exec(at === -1 ? '' : line.slice(at + label.length))?.[0];
  if (value === undefined || line.includes(label, at + 1)) return 'The setting is no switch of one line.';
  const turned = value === 'True' ? 'False' : 'True';
  const text = line.slice(0, at + label.length) + turned + line.slice(at + label.length + value.length);
  return [{ start, end, text, cells: [text], change: { name, before: value, after: turned } }];
}
