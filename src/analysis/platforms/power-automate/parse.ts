/** Reads a recognised cloud flow into the normal form. */
import { AppError } from '../../../errors.ts';
import type { Workflow } from '../../model/workflow.ts';
import { closeDraft, type Draft, openDraft } from '../draft.ts';
import type { InputFile } from '../input-file.ts';
import { type JsonDocument, member, stringOf, text } from '../json/document.ts';
import { memberSource } from '../json/source.ts';
import { type ActionWalk, readActions, readTriggers } from './actions.ts';
import { readConnections } from './connections.ts';
import { type FlowFileName, flowFileName } from './file-name.ts';
import { linkFlow } from './flow/flow.ts';
import { noneMarked } from './marks.ts';
import { type Envelope, readFacts } from './recognise.ts';
import { readFlowParameters } from './symbols.ts';
import { collectExpressions } from './values.ts';

/** Reads the one flow of a file, under the name of the file unless another is given. */
export function readFlow(
  file: InputFile,
  envelope: Envelope,
  { name, id }: FlowFileName = flowFileName(file.name),
): Workflow {
  const doc = file.json();
  const draft = openDraft('power-automate', envelope.kind, name, 'workflow-definition', memberSource(doc));
  draft.artifactKey = id ?? name;
  identify(doc, draft, envelope);
  const { definition, properties } = envelope;
  if (definition !== 0) readFacts(doc, draft.settings, 0, '');
  if (properties !== -1) readFacts(doc, draft.settings, properties, '');
  if (properties !== -1) readConnections(doc, draft, member(doc, properties, 'connectionReferences'));
  readDefinition(doc, draft, definition);
  return closeDraft(draft);
}

/** Sets name and identity: the file's own if it has some. A solution flow has neither inside. */
function identify(doc: JsonDocument, draft: Draft, { kind, properties }: Envelope): void {
  if (kind !== 'power-automate-package-flow') return;
  const displayName = text(doc, properties, 'displayName');
  if (displayName !== undefined && displayName.trim() !== '') draft.name = displayName;
  draft.artifactKey = text(doc, 0, 'name')?.toLowerCase() ?? draft.name;
}

function beginWalk(doc: JsonDocument, draft: Draft): ActionWalk {
  return {
    doc,
    draft,
    marked: noneMarked(),
    keys: { doc, places: [], befores: [] },
    siblings: [],
    runAfters: [],
    outputs: new Set(),
    settings: [],
    names: [],
  };
}

function readDefinition(doc: JsonDocument, draft: Draft, definition: number): void {
  const triggers = member(doc, definition, 'triggers');
  const actions = member(doc, definition, 'actions');
  if (triggers === -1 && actions === -1) {
    throw new AppError(
      'unparsable_file',
      'The flow definition has neither triggers nor actions. Export the flow again.',
    );
  }
  const walk = beginWalk(doc, draft);
  const description = member(doc, definition, 'description');
  const note = description === -1 ? undefined : stringOf(doc, description);
  if (note !== undefined)
    draft.notes.push({ at: description, owner: -1, name: 'description', kind: 'annotation', text: note });
  const parameters = member(doc, definition, 'parameters');
  if (parameters !== -1) readFlowParameters(walk, parameters);
  readTriggers(walk, triggers);
  readActions(walk, actions, -1, '');
  const outputs = member(doc, definition, 'outputs');
  if (outputs !== -1) collectExpressions(walk, outputs, -1, 'outputs');
  linkFlow(walk);
}
