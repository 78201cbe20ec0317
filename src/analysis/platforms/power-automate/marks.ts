/** Marks of the keys of a flow that the reader knows, by place. */
import { SettingNames } from '../setting-names.ts';

/** Places in the settings of an action or trigger. Members of its own come first. */
export const Mark = Object.freeze({
  none: 0,
  action: 1,
  type: 2,
  runAfter: 3,
  description: 4,
  actions: 5,
  else: 6,
  cases: 7,
  default: 8,
  tools: 9,
  metadata: 10,
  inputs: 11,
  host: 12,
  api: 13,
  operation: 14,
  connection: 15,
  connectionName: 16,
  referenceName: 17,
  parameters: 18,
  actionName: 19,
  provider: 20,
  providerId: 21,
  providerOperation: 22,
  schema: 23,
});

const marks = new Map([
  [
    Mark.action as number,
    new Map<string, number>([
      ['type', Mark.type],
      ['runAfter', Mark.runAfter],
      ['description', Mark.description],
      ['actions', Mark.actions],
      ['else', Mark.else],
      ['cases', Mark.cases],
      ['default', Mark.default],
      ['tools', Mark.tools],
      ['metadata', Mark.metadata],
      ['inputs', Mark.inputs],
    ]),
  ],
  [
    Mark.inputs,
    new Map<string, number>([
      ['host', Mark.host],
      ['parameters', Mark.parameters],
      ['serviceProviderConfiguration', Mark.provider],
      ['schema', Mark.schema],
    ]),
  ],
  [
    Mark.host,
    new Map<string, number>([
      ['apiId', Mark.api],
      ['operationId', Mark.operation],
      ['connection', Mark.connection],
    ]),
  ],
  [
    Mark.connection,
    new Map<string, number>([
      ['name', Mark.connectionName],
      ['referenceName', Mark.referenceName],
    ]),
  ],
  [Mark.parameters, new Map<string, number>([['actionName', Mark.actionName]])],
  [
    Mark.provider,
    new Map<string, number>([
      ['serviceProviderId', Mark.providerId],
      ['operationId', Mark.providerOperation],
    ]),
  ],
]);

/** The names of all settings of flows. */
export const flowSettingNames = new SettingNames(
  (around, key) => marks.get(around)?.get(key) ?? Mark.none,
  Mark.action,
);

/** Returns whether a member of an action is structure or noise, and no setting of it. */
export const isStructure = (mark: number): boolean => mark >= Mark.type && mark <= Mark.metadata;

/** By mark: behind the last of the marks inside it. */
const ENDS = new Uint8Array(Mark.schema + 1).map((_, mark) => mark + 1);
ENDS[Mark.inputs] = ENDS.length;
ENDS[Mark.host] = Mark.parameters;
ENDS[Mark.connection] = Mark.parameters;
ENDS[Mark.parameters] = Mark.provider;
ENDS[Mark.provider] = Mark.schema;

/** Returns the positions of marked settings by their marks, all -1: none. */
export const noneMarked = (): number[] => new Array<number>(ENDS.length).fill(-1);

/** Records the position of a marked setting. Of several with one name the last counts, with its contents. */
export function recordMarked(marked: number[], mark: number, at: number): void {
  marked[mark] = at;
  for (let inside = mark + 1; inside < ENDS[mark]!; inside += 1) marked[inside] = -1;
}
