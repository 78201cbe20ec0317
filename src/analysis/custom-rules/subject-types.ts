/** Types that conditions of custom rules can read, with their fields and methods. */
import { literalOf } from '../model/navigate.ts';
import type {
  Argument,
  Binding,
  Call,
  Connection,
  Property,
  Reference,
  Variable,
  Workflow,
} from '../model/workflow.ts';
import { ACTIVITY } from './activity-type.ts';
import { ASSIGNMENT } from './assignment-type.ts';
import { CALL_ARGUMENT, CALL_SITE, EXPRESSION } from './expression-type.ts';
import { DATA_FLOW, FLOW_END, FLOW_STEP } from './flow-type.ts';
import { charged, type Members } from './member.ts';

const symbolKind = (symbol: Variable | Argument): string => ('direction' in symbol ? 'argument' : 'variable');

const PROPERTY: Members = {
  name: {
    type: 'string',
    isName: true,
    about: 'Name of the setting.',
    read: ({ name }: Property) => name,
  },
  text: {
    type: 'string',
    about: 'Its fixed text, or the source of its expression.',
    read: ({ text }: Property) => text,
  },
  dynamic: {
    type: 'bool',
    about: 'Whether it is computed at run time.',
    read: (property: Property) => literalOf(property) === undefined,
  },
};

const CALL: Members = {
  name: { type: 'string', isName: true, about: 'Name of the calling step.', read: ({ name }: Call) => name },
  target: {
    type: 'string',
    isName: true,
    about: 'The called workflow; empty if it is computed.',
    read: ({ target }: Call) => target ?? '',
  },
  dynamic: {
    type: 'bool',
    about: 'Whether the called workflow is computed at run time.',
    read: ({ target }: Call) => target === undefined,
  },
  bindings: {
    type: 'list<Binding>',
    about: 'Its arguments.',
    read: ({ bindings }: Call, frame) => charged(bindings, frame),
  },
};

const BINDING: Members = {
  name: { type: 'string', isName: true, about: 'Name of the argument.', read: ({ name }: Binding) => name },
  direction: {
    type: 'string',
    isName: true,
    about: '`in`, `out` or `in-out`.',
    read: ({ direction }: Binding) => direction,
  },
  text: {
    type: 'string',
    about: 'Its fixed text, or the source of its expression.',
    read: ({ value }: Binding) => value.text,
  },
};

const SYMBOL: Members = {
  name: {
    type: 'string',
    isName: true,
    about: 'Name of the variable or argument.',
    read: ({ name }: Variable) => name,
  },
  kind: { type: 'string', isName: true, about: '`variable` or `argument`.', read: symbolKind },
  direction: {
    type: 'string',
    isName: true,
    about: '`in`, `out` or `in-out` of an argument; empty for a variable.',
    read: (symbol: Variable | Argument) => ('direction' in symbol ? symbol.direction : ''),
  },
  type: {
    type: 'string',
    isName: true,
    about: "The vendor's type: `String`, `SecureString`.",
    read: ({ type }: Variable) => type,
  },
  secure: {
    type: 'bool',
    about: 'Whether the type protects the value.',
    read: ({ secure }: Variable) => secure,
  },
  initial: {
    type: 'string',
    about: 'Its fixed initial value; empty if it has none or is computed.',
    read: (symbol: Variable) => literalOf(symbol.default) ?? '',
  },
  modifiers: {
    type: 'list<string>',
    about: 'Further attributes: `ReadOnly`, `exposure:Environment`.',
    read: ({ modifiers = [] }: Variable, frame) => charged(modifiers, frame),
  },
};

const CONNECTION: Members = {
  name: {
    type: 'string',
    isName: true,
    about: 'Its key in the file.',
    read: ({ name }: Connection) => name,
  },
  connector: {
    type: 'string',
    isName: true,
    about: 'Name of the connector: `shared_office365`.',
    read: ({ connector }: Connection) => connector,
  },
  fixed: {
    type: 'bool',
    about: 'Whether it names a fixed connection, the same in each environment.',
    read: ({ fixed }: Connection) => fixed,
  },
};

const PACKAGE: Members = {
  name: {
    type: 'string',
    isName: true,
    about: 'Name of the package.',
    read: ({ target }: Reference) => target,
  },
  version: {
    type: 'string',
    isName: true,
    about: 'Its version as the file states it.',
    read: ({ detail }: Reference) => detail,
  },
};

const WORKFLOW: Members = {
  name: {
    type: 'string',
    isName: true,
    about: 'Name of the workflow.',
    read: ({ name }: Workflow) => name,
  },
  platform: {
    type: 'string',
    isName: true,
    about: '`uipath`, `power-automate`, `automation-anywhere` or `blue-prism`, and `power-automate-desktop`.',
    read: ({ platform }: Workflow) => platform,
  },
  kind: {
    type: 'string',
    isName: true,
    about: 'Kind of the file: `uipath-workflow`, `blue-prism-object`.',
    read: ({ kind }: Workflow) => kind,
  },
  file: {
    type: 'string',
    isName: true,
    about: 'Path in the archive; empty if the upload is the file itself.',
    read: ({ file }: Workflow) => file,
  },
  activities: {
    type: 'list<Activity>',
    about: 'All activities.',
    read: ({ activities }: Workflow, frame) => charged(activities, frame),
  },
  symbols: {
    type: 'list<Symbol>',
    about: 'All variables and arguments.',
    read: (workflow: Workflow, frame) => charged([...workflow.variables, ...workflow.arguments], frame),
  },
  calls: {
    type: 'list<Call>',
    about: 'All calls of workflows.',
    read: ({ calls }: Workflow, frame) => charged(calls, frame),
  },
  connections: {
    type: 'list<Connection>',
    about: 'All connections.',
    read: ({ connections }: Workflow, frame) => charged(connections, frame),
  },
  packages: {
    type: 'list<Package>',
    about: 'Packages that the file depends on.',
    read: ({ references }: Workflow, frame) =>
      charged(references, frame).filter(({ kind }) => kind === 'dependency'),
  },
  setting: {
    type: 'string',
    texts: 1,
    about: 'A fact of the whole file by its vendor name: `runmode`; empty without one.',
    read: ({ settings }: Workflow, _frame, name) => settings.get(name!) ?? '',
  },
};

/** Every type by its name in conditions. */
export const SUBJECT_TYPES: Readonly<Record<string, Members>> = {
  Activity: ACTIVITY,
  Assignment: ASSIGNMENT,
  Expression: EXPRESSION,
  CallSite: CALL_SITE,
  CallArgument: CALL_ARGUMENT,
  Property: PROPERTY,
  Call: CALL,
  Binding: BINDING,
  Symbol: SYMBOL,
  Connection: CONNECTION,
  Package: PACKAGE,
  Workflow: WORKFLOW,
  Flow: DATA_FLOW,
  FlowEnd: FLOW_END,
  FlowStep: FLOW_STEP,
};
