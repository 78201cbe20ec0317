/** Reads BPMN processes of UiPath Maestro: steps, flows and places, with the vendor's extensions. */
import type { Workflow } from '../../../../model/workflow.ts';
import { closeDraft, openDraft } from '../../../draft.ts';
import type { InputFile } from '../../../input-file.ts';
import { children, localName, namespaceOf, type XmlDocument } from '../../../xml/document.ts';
import { xmlSource } from '../../../xml/source.ts';
import { readDeclarations } from './declarations.ts';
import { processDrawing } from './drawing.ts';
import { isStep } from './element-types.ts';
import { readFlows } from './flows.ts';
import { attr, BPMN, type ProcessReading, VENDOR } from './reading.ts';
import { readStep } from './steps.ts';

/** Elements with steps in them; the type of the vendor does not change that. */
const ELEMENTS_INSIDE = /^(?:subProcess|adHocSubProcess|transaction)$/;

/** Reads a process or subprocess: its steps first, so that its flows find them. */
function readContainer(reading: ProcessReading, container: number, parent: number): void {
  const open: { readonly element: number; readonly parent: number }[] = [{ element: container, parent }];
  const { doc, flows } = reading;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    readDeclarations(reading, next.element);
    for (const child of children(doc, next.element)) {
      if (namespaceOf(doc, child) !== BPMN) continue;
      const name = localName(doc, child);
      if (name === 'sequenceFlow') flows.push(child);
      else if (isStep(name)) {
        const step = readStep(reading, child, next.parent);
        if (ELEMENTS_INSIDE.test(name)) open.push({ element: child, parent: step.index });
      }
    }
  }
}

/** Reads the processes of a document that `isMaestroDocument` accepts as one workflow. */
export function readBpmn(file: InputFile): Workflow {
  const doc = file.xml();
  const roots = children(doc, 0).filter(
    (at) => localName(doc, at) === 'process' && namespaceOf(doc, at) === BPMN,
  );
  const [first] = roots;
  const own = first === undefined ? undefined : attr(doc, first, 'name');
  const name = own !== undefined && own !== '' && own !== 'Process' ? own : file.name.replace(/\.bpmn$/i, '');
  const draft = openDraft('uipath', 'uipath-process', name, 'javascript', xmlSource(doc));
  const reading: ProcessReading = { doc, draft, steps: new Map(), bindings: new Map(), flows: [], ids: [] };
  for (const root of roots) readContainer(reading, root, -1);
  readFlows(reading);
  for (const { role, index, type } of draft.activities)
    if (role === 'trigger' && type === 'startEvent') draft.starts.push(index);
  draft.drawing = processDrawing(reading);
  return closeDraft(draft);
}

/** Returns whether a document is a process of BPMN with the extensions of UiPath. */
export function isMaestroDocument(doc: XmlDocument): boolean {
  return (
    localName(doc, 0) === 'definitions' && namespaceOf(doc, 0) === BPMN && doc.namespaces.includes(VENDOR)
  );
}
