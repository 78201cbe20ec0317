/** Facts of the files of a custom connector, which stand beside each other. */
import type { Clue, FoundClue } from '../../../model/project.ts';
import type { Activity, Workflow } from '../../../model/workflow.ts';
import { credentialParameters, hasSecretPath } from './connector-secrets.ts';

/** Policies of a connector that can add a credential to its requests. */
const ADDS_CREDENTIAL = /^(?:setheader|setqueryparameter)$/i;
const START = { at: 0, owner: -1, name: '' };

const CHANGING_METHOD = /^(?:put|patch|delete)$/;
/** Beginnings of names of operations that change something; many others only compute an answer from what is posted. */
const CHANGING_NAME =
  /^(?:add|approve|cancel|create|delete|import|insert|new|notify|publish|register|remove|send|submit|update|upload)/i;

/** Returns whether an operation changes something at its service. */
function isChanging({ properties, name, id }: Activity): boolean {
  const method = properties.find((property) => property.name === 'method')?.text ?? '';
  const isNamedSo = [name, id].some((each) => CHANGING_NAME.test(each));
  return CHANGING_METHOD.test(method) || (method === 'post' && isNamedSo);
}

/** Yields `open` for a definition without any authentication whose operations change something, and `guarded` for a sign of one. */
export function* gatherAuthentication(workflow: Workflow): Generator<Clue> {
  const { kind, activities } = workflow;
  const [first] = activities;
  if (kind === 'power-automate-connector-code') yield { at: START, text: 'guarded' };
  if (kind === 'power-automate-connector-settings') {
    const isGuarded = activities.some(
      ({ type, properties }) =>
        type === 'ConnectionParameter' ||
        properties.some(({ name, text }) => name === 'templateId' && ADDS_CREDENTIAL.test(text)),
    );
    yield { at: START, text: isGuarded ? 'guarded' : 'settings' };
  }
  if (kind !== 'power-automate-connector' || first === undefined) return;
  const operations = activities.filter(({ type }) => type === 'Operation');
  const isDeclared = first.properties.some(({ name }) => /^security(?:Definitions)?\./.test(name));
  const changes = operations.find(isChanging);
  const takesSecret = operations.some(
    (step) => hasSecretPath(step) || credentialParameters(step).next().done === false,
  );
  if (changes !== undefined && !isDeclared && !takesSecret) yield { at: first, text: `open ${changes.name}` };
}

const PART =
  /(?:_?(?:openapidefinition|connectionparameters|policytemplateinstances|customcodeblobcontent)|(?:apidefinition|apiproperties)[^/]{0,40}|script)\.(?:json|csx)$/i;

/** Returns the name of the parts of one connector: `connectors/nw_stock` of `Connectors/nw_stock_openapidefinition.json`. */
const connectorOf = (path: string): string => path.replace(PART, '').toLowerCase();

/** A definition that sends no credentials, and the first operation that changes something. */
interface OpenConnector {
  readonly clue: FoundClue;
  readonly operation: string;
}

/** Yields the connectors of which no file says that they have an authentication. */
export function* openConnectors(clues: readonly FoundClue[]): Generator<OpenConnector> {
  const guarded = new Set<string>();
  const known = new Set<string>();
  for (const { text, in: workflow } of clues) {
    const connector = connectorOf(workflow.file);
    if (text === 'guarded') guarded.add(connector);
    else if (text === 'settings') known.add(connector);
  }
  for (const clue of clues) {
    if (!clue.text.startsWith('open ')) continue;
    const connector = connectorOf(clue.in.file);
    // A part of a solution without a parameter is left out; beside a file of the command there are always settings.
    const isWhole = /openapidefinition\.json$/i.test(clue.in.file) || known.has(connector);
    if (isWhole && !guarded.has(connector)) yield { clue, operation: clue.text.slice('open '.length) };
  }
}
