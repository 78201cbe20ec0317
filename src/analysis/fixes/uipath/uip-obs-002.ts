/** The level of a log line about a caught exception. */
import { localName, type XmlDocument } from '../../platforms/xml/document.ts';
import type { Fix } from '../fix.ts';
import { stepAround, writeHere } from './xaml-setting.ts';

const ENDS: ReadonlySet<string> = new Set(['Rethrow', 'Throw', 'TerminateWorkflow']);

/** Returns whether a handler passes the exception on, so that the log line is about a failure. */
function passesOn(doc: XmlDocument, handler: number): boolean {
  for (let at = handler + 1; at < doc.size && doc.starts[at]! < doc.ends[handler]!; at += 1)
    if (ENDS.has(localName(doc, at))) return true;
  return false;
}

export const fix: Fix = {
  rule: 'UIP-OBS-002',
  does: 'Sets the level of the log line to Error, or to Warn where the handler goes on.',
  xml(place) {
    const handler = stepAround(place, (name) => name === 'Catch');
    return writeHere(place, 'Level', handler === -1 || passesOn(place.doc, handler) ? 'Error' : 'Warn');
  },
};
