/** Facts about agents and their resources that rules across files compare. */
import type { Clue, FoundClue } from '../../../model/project.ts';
import type { Activity, Workflow } from '../../../model/workflow.ts';
import { personalFields } from './personal-fields.ts';

/** Guardrail of an agent. */
export interface GuardrailFacts {
  readonly kind: 'guardrail';
  readonly name: string;
  readonly validator: string;
  readonly action: string;
  readonly scopes: readonly string[];
  readonly resources: readonly string[];
  readonly entities: readonly string[];
}

/** Resource of an agent. */
export interface ResourceFacts {
  readonly kind: 'resource';
  readonly type: string;
  readonly role: string;
  readonly name: string;
  /** False for a resource that is switched off. */
  readonly isEnabled: boolean;
  readonly description: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly personal: readonly string[];
}

/** Agent itself. */
export interface AgentFacts {
  readonly kind: 'agent';
  readonly name: string;
  readonly guardrails: number;
  /** Inputs that its prompts take. */
  readonly prompted: readonly string[];
  /** Resources that stand in its own file. */
  readonly ownResources: readonly string[];
}

/** Set of test cases of an agent. */
export interface EvaluationFacts {
  readonly kind: 'evaluations';
  readonly name: string;
  readonly count: number;
  /** Evaluators that it names, by their ids; absent if the file lists none. */
  readonly evaluators?: readonly string[];
}

/** Evaluator of the outcome of test cases. */
export interface EvaluatorFacts {
  readonly kind: 'evaluator';
  readonly id: string;
}

type Facts = GuardrailFacts | ResourceFacts | AgentFacts | EvaluationFacts | EvaluatorFacts;

/** Clues are short: names and lists are cut, and so is the description of a tool. */
const NAMES_MAX = 8;
const NAME_LENGTH_MAX = 30;
const DESCRIPTION_MAX = 200;
/** Longest id of an evaluator: a GUID, or a name of the author. */
const ID_MAX = 60;

const short = (name: string): string => name.slice(0, NAME_LENGTH_MAX);
const few = (names: readonly string[]): readonly string[] => names.slice(0, NAMES_MAX).map(short);

const settingsOf = ({ properties }: Activity, pattern: RegExp): readonly string[] =>
  few(properties.filter(({ name }) => pattern.test(name)).map(({ text }) => text));
const settingOf = (activity: Activity, name: string): string =>
  activity.properties.find((property) => property.name === name)?.text ?? '';

function guardrailFacts(activity: Activity): GuardrailFacts {
  return {
    kind: 'guardrail',
    name: activity.name.slice(0, NAME_LENGTH_MAX),
    validator: settingOf(activity, 'validatorType'),
    action: settingOf(activity, 'action.$actionType'),
    scopes: settingsOf(activity, /^selector\.scopes\.\d+$/),
    resources: settingsOf(activity, /^selector\.matchNames\.\d+$/),
    entities: settingsOf(activity, /^validatorParameters\.\d+\.value\.\d+$/),
  };
}

function resourceFacts(workflow: Workflow, activity: Activity): ResourceFacts {
  const named = (direction: string): string[] =>
    workflow.arguments.filter((field) => field.direction === direction).map(({ name }) => name);
  const inputs = named('in');
  return {
    kind: 'resource',
    type: activity.type,
    role: activity.role,
    name: activity.name.slice(0, NAME_LENGTH_MAX),
    isEnabled: activity.enabled,
    description: settingOf(activity, 'description').slice(0, DESCRIPTION_MAX),
    inputs: few(inputs),
    outputs: few(named('out')),
    personal: [...new Set(personalFields(inputs).map(({ kind }) => kind))],
  };
}

function agentFacts(workflow: Workflow, guardrails: number): AgentFacts {
  const prompts = workflow.expressions.filter(({ name }) => name.startsWith('messages.'));
  const used = new Set(prompts.flatMap(({ mentions }) => mentions));
  const prompted = workflow.arguments.filter(({ direction, key }) => direction === 'in' && used.has(key));
  return {
    kind: 'agent',
    name: workflow.name.slice(0, NAME_LENGTH_MAX),
    guardrails,
    prompted: few(prompted.map(({ name }) => name)),
    // All of them: a guardrail of the last one has its tool too.
    ownResources: workflow.activities
      .filter(({ slot }) => slot === 'Resources')
      .map(({ name }) => short(name)),
  };
}

function evaluationFacts({ name, settings }: Workflow): EvaluationFacts {
  const ids = settings.get('evaluators');
  const listed = ids?.split('\n', NAMES_MAX).flatMap((id) => (id === '' ? [] : [id.slice(0, ID_MAX)]));
  return {
    kind: 'evaluations',
    name: name.slice(0, NAME_LENGTH_MAX),
    count: Number(settings.get('evaluations') ?? 0),
    ...(listed && { evaluators: listed }),
  };
}

/** Yields what a file says about an agent. */
export function* gatherAgent(workflow: Workflow): Generator<Clue> {
  const clue = (at: Clue['at'], facts: Facts): Clue => ({ at, data: facts });
  const [first] = workflow.activities;
  const start = { at: 0, owner: -1, name: '' };
  if (workflow.kind === 'uipath-evaluation-set') yield clue(start, evaluationFacts(workflow));
  else if (workflow.kind === 'uipath-evaluator')
    yield clue(start, { kind: 'evaluator', id: (workflow.settings.get('id') ?? '').slice(0, ID_MAX) });
  else if (workflow.kind === 'uipath-agent-resource' && first !== undefined)
    // Clues of steps that are switched off get lost.
    yield clue(first.enabled ? first : { ...start, at: first.at }, resourceFacts(workflow, first));
  else if (workflow.kind === 'uipath-agent') {
    const guardrails = workflow.activities.filter(({ slot }) => slot === 'Guardrails');
    yield clue(first ?? start, agentFacts(workflow, guardrails.length));
    for (const guardrail of guardrails) yield clue(guardrail, guardrailFacts(guardrail));
  }
}

/** Clue of an agent with its facts. */
export type AgentClue<F extends Facts = Facts> = FoundClue & { readonly facts: F };

/** An agent with what its folder has for it. */
export interface AgentParts {
  readonly agent: AgentClue<AgentFacts>;
  readonly guardrails: readonly AgentClue<GuardrailFacts>[];
  readonly resources: readonly AgentClue<ResourceFacts>[];
  /** Resources that are switched off. */
  readonly unused: readonly AgentClue<ResourceFacts>[];
  readonly evaluations: readonly AgentClue<EvaluationFacts>[];
  readonly evaluators: readonly AgentClue<EvaluatorFacts>[];
}

/** Folder of an agent inside of a flow, which has its tools and its tests. */
const INLINE = /(?:^|\/)[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\/agent\.json$/i;

/** Returns whether a file is that of an agent inside of a flow. */
export const isInlineAgent = (file: string): boolean => INLINE.test(file);

/** Folders of an agent beside its own file. */
const PARTS = /(?<![^/])(?:resources|evals)\//;

/** Returns the folder of the agent that a file belongs to, with its last slash. */
export function agentFolder(file: string): string {
  const parts = file.search(PARTS);
  return file.slice(0, parts === -1 ? file.lastIndexOf('/') + 1 : parts);
}

/** Returns the agents of a project with their parts. */
export function agentsIn(clues: readonly FoundClue[]): readonly AgentParts[] {
  const read = clues
    .filter(({ data }) => data !== undefined)
    .map((clue): AgentClue => ({ ...clue, facts: clue.data as Facts }));
  const folders = Map.groupBy(read, (clue) => agentFolder(clue.in.file));
  return [...folders.values()].flatMap((own) => {
    const of = <F extends Facts>(kind: F['kind']): AgentClue<F>[] =>
      own.filter(({ facts }) => facts.kind === kind) as AgentClue<F>[];
    const all = of<ResourceFacts>('resource');
    return of<AgentFacts>('agent').map((agent) => ({
      agent,
      guardrails: of<GuardrailFacts>('guardrail'),
      resources: all.filter(({ facts }) => facts.isEnabled),
      unused: all.filter(({ facts }) => !facts.isEnabled),
      evaluations: of<EvaluationFacts>('evaluations'),
      evaluators: of<EvaluatorFacts>('evaluator'),
    }));
  });
}
