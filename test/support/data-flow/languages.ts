/** Writes small workflows in each language, for the table of mechanics. */
import type { SinkKind } from '../../../src/analysis/model/data-flow/flow.ts';
import type { Workflow } from '../../../src/analysis/model/workflow.ts';
import { readSnippet as readProcess } from '../files/blue-prism.ts';
import { readFragment } from '../files/flow.ts';
import { readScriptText } from '../files/robin.ts';
import { readSnippet as readBot } from '../files/task-bot.ts';
import { readSnippet as readXaml } from '../files/xaml.ts';
import type { Name, Step } from './steps.ts';

/** A language: how it writes steps, and the kind of its sink. */
export interface Language {
  readonly title: string;
  readonly sink: SinkKind;
  readonly write: (steps: readonly Step[]) => Workflow;
}

const NAMES: readonly Name[] = ['a', 'b', 'c'];

function xamlStep(step: Step): string {
  const assign = (to: Name, value: string): string =>
    `<Assign><Assign.To><OutArgument x:TypeArguments="x:String">[${to}]</OutArgument></Assign.To><Assign.Value><InArgument x:TypeArguments="x:String">[${value}]</InArgument></Assign.Value></Assign>`;
  switch (step.do) {
    case 'take':
      return assign(step.name, 'in_Password');
    case 'show':
      return `<ui:LogMessage DisplayName="Show" Message="[${step.name}]" />`;
    case 'other':
      return assign(step.name, '&quot;done&quot;');
    case 'copy':
      return assign(step.to, step.from);
    case 'join':
      return assign(step.to, `&quot;x&quot; + ${step.from}`);
    case 'length':
      return assign(step.to, `${step.from}.Length.ToString`);
    case 'number':
      return assign(step.to, `CInt(${step.from}).ToString`);
    case 'compare':
      return assign(step.to, `(${step.from} = &quot;x&quot;).ToString`);
    case 'choose':
      return `<If Condition="[${step.by} = &quot;x&quot;]"><If.Then><Sequence>${xamlSteps(step.ways[0]!)}</Sequence></If.Then><If.Else><Sequence>${xamlSteps(step.ways[1]!)}</Sequence></If.Else></If>`;
    case 'switch':
      return `<Switch x:TypeArguments="x:String" Expression="[${step.by}]">${step.ways.map((way, at) => `<Sequence x:Key="k${at}">${xamlSteps(way)}</Sequence>`).join('')}</Switch>`;
    case 'loop':
      return `<While Condition="[c = &quot;x&quot;]"><Sequence>${xamlSteps(step.steps)}</Sequence></While>`;
    case 'off':
      return `<ui:CommentOut><ui:CommentOut.Body><Sequence>${xamlSteps(step.steps)}</Sequence></ui:CommentOut.Body></ui:CommentOut>`;
    case 'try':
      return `<TryCatch><TryCatch.Try><Sequence>${xamlSteps(step.steps)}</Sequence></TryCatch.Try><TryCatch.Catches><Catch x:TypeArguments="s:Exception"><ActivityAction x:TypeArguments="s:Exception"><Sequence>${xamlSteps(step.handler)}</Sequence></ActivityAction></Catch></TryCatch.Catches></TryCatch>`;
  }
}
const xamlSteps = (steps: readonly Step[]): string => steps.map(xamlStep).join('');

function robinStep(step: Step): string {
  const set = (to: Name, value: string): string => `SET ${to.toUpperCase()} TO ${value}`;
  const read = (name: Name): string => name.toUpperCase();
  switch (step.do) {
    case 'take':
      return set(step.name, 'Key');
    case 'show':
      return `Logging.LogMessage Message: ${read(step.name)} LogLevel: Logging.LogLevel.Info`;
    case 'other':
      return set(step.name, "$'''done'''");
    case 'copy':
      return set(step.to, read(step.from));
    case 'join':
      return set(step.to, `$'''x %${read(step.from)}%'''`);
    case 'length':
      return set(step.to, `$'''%${read(step.from)}.Length%'''`);
    case 'number':
      return `Text.ToNumber Text: ${read(step.from)} Number=> ${read(step.to)}`;
    case 'compare':
      return set(step.to, `${read(step.from)} = $'''x'''`);
    case 'choose':
      return `IF ${read(step.by)} = $'''x''' THEN\n${robinSteps(step.ways[0]!)}\nELSE\n${robinSteps(step.ways[1]!)}\nEND`;
    case 'switch':
      return `SWITCH ${read(step.by)}\n${step.ways.map((way, at) => `CASE = $'''k${at}'''\n${robinSteps(way)}`).join('\n')}\nEND`;
    case 'loop':
      return `LOOP Index FROM 1 TO 3 STEP 1\n${robinSteps(step.steps)}\nEND`;
    case 'off':
      return step.steps.map((inner) => `DISABLE ${robinStep(inner)}`).join('\n');
    case 'try':
      return `BLOCK Work\nON BLOCK ERROR all\n${robinSteps(step.handler)}\nEND\n${robinSteps(step.steps)}\nEND`;
  }
}
const robinSteps = (steps: readonly Step[]): string => steps.map(robinStep).join('\n');

const command = (
  packageName: string,
  name: string,
  attributes: readonly object[],
  more: object = {},
): object => ({
  commandName: name,
  packageName,
  attributes,
  ...more,
});
const returned = (variableName: Name): object => ({ returnTo: { type: 'VARIABLE', variableName } });
const given = (name: string, expression: string): object => ({ name, value: { type: 'STRING', expression } });

function botStep(step: Step): object {
  const assign = (to: Name, text: string): object =>
    command('String', 'assign', [given('sourceString', text)], returned(to));
  const children = (steps: readonly Step[]): object => ({ children: steps.map(botStep) });
  const condition = (by: Name): object => ({
    name: 'condition',
    value: {
      type: 'CONDITIONAL',
      conditionalName: 'string',
      packageName: 'String',
      attributes: [
        { name: 'variable', value: { type: 'STRING', expression: `$${by}$` } },
        { name: 'operator', value: { type: 'STRING', string: 'EQ' } },
        { name: 'value', value: { type: 'STRING', string: 'x' } },
      ],
    },
  });
  switch (step.do) {
    case 'take': {
      const credential = { name: 'Erp', lockerName: 'Finance', attributeName: 'Password' };
      const value = { type: 'CREDENTIAL', credential };
      return command(
        'Credential',
        'credentialToString',
        [{ name: 'credential', value }],
        returned(step.name),
      );
    }
    case 'show':
      return command('LogToFile', 'logToFile', [given('logContent', `$${step.name}$`)]);
    case 'other':
      return command(
        'String',
        'assign',
        [{ name: 'sourceString', value: { type: 'STRING', string: 'done' } }],
        returned(step.name),
      );
    case 'copy':
      return assign(step.to, `$${step.from}$`);
    case 'join':
      return assign(step.to, `x $${step.from}$`);
    case 'length':
      return command('String', 'length', [given('sourceString', `$${step.from}$`)], returned(step.to));
    case 'number':
      return command('String', 'toNumber', [given('sourceString', `$${step.from}$`)], returned(step.to));
    case 'compare':
      return command('String', 'compare', [given('sourceString', `$${step.from}$`)], returned(step.to));
    case 'choose':
    case 'switch': {
      const [then, otherwise] = step.ways;
      const branches = [command('If', 'else', [], children(otherwise!))];
      return command('If', 'if', [condition(step.by)], { ...children(then!), branches });
    }
    case 'loop':
      return command('Loop', 'loop.commands.start', [], children(step.steps));
    case 'off':
      return command('Step', 'step', [], { ...children(step.steps), disabled: true });
    case 'try': {
      const branches = [command('ErrorHandler', 'catch', [], children(step.handler))];
      return command('ErrorHandler', 'try', [], { ...children(step.steps), branches });
    }
  }
}

interface Written {
  readonly actions: Record<string, object>;
  /** Actions behind which the next one runs. */
  readonly last: Record<string, readonly string[]>;
}

/** Writes actions of a cloud flow, each behind the one before. */
class FlowWriter {
  private count = 0;

  write(steps: readonly Step[], first: Record<string, readonly string[]> = {}): Written {
    const actions: Record<string, object> = {};
    let last = first;
    const add = (name: string, action: object, runAfter = last): void => {
      actions[name] = { ...action, runAfter };
      last = { [name]: ['Succeeded'] };
    };
    for (const step of steps) {
      this.count += 1;
      const name = `S${this.count}`;
      if (step.do === 'try') {
        add(name, { type: 'Scope', actions: this.write(step.steps).actions });
        add(
          `${name}_catch`,
          { type: 'Scope', actions: this.write(step.handler).actions },
          { [name]: ['Failed'] },
        );
        last = { [`${name}_catch`]: ['Succeeded', 'Skipped'] };
      } else add(name, this.action(step));
    }
    return { actions, last };
  }

  private action(step: Exclude<Step, { do: 'try' }>): object {
    const inside = (steps: readonly Step[]): object => ({ actions: this.write(steps).actions });
    const secured = { runtimeConfiguration: { secureData: { properties: ['inputs', 'outputs'] } } };
    const set = (name: Name, value: string): object => ({
      type: 'SetVariable',
      inputs: { name, value },
      ...secured,
    });
    const host = (api: string, operationId: string): object => ({
      host: { apiId: `/providers/Microsoft.PowerApps/apis/shared_${api}`, connectionName: api, operationId },
    });
    switch (step.do) {
      case 'take':
        return set(step.name, "@{body('Get_secret')?['value']}");
      case 'show': {
        const parameters = {
          'emailMessage/To': 'a@contoso.com',
          'emailMessage/Body': `@{variables('${step.name}')}`,
        };
        return { type: 'OpenApiConnection', inputs: { ...host('office365', 'SendEmailV2'), parameters } };
      }
      case 'other':
        return set(step.name, 'done');
      case 'copy':
        return set(step.to, `@variables('${step.from}')`);
      case 'join':
        return set(step.to, `x @{variables('${step.from}')}`);
      case 'length':
        return set(step.to, `@{length(variables('${step.from}'))}`);
      case 'number':
        return set(step.to, `@{int(variables('${step.from}'))}`);
      case 'compare':
        return set(step.to, `@{equals(variables('${step.from}'), 'x')}`);
      case 'choose': {
        const expression = { equals: [`@variables('${step.by}')`, 'x'] };
        return { type: 'If', expression, ...inside(step.ways[0]!), else: inside(step.ways[1]!) };
      }
      case 'switch': {
        const cases = Object.fromEntries(
          step.ways.map((way, at) => [`Case_${at}`, { case: `k${at}`, ...inside(way) }]),
        );
        return { type: 'Switch', expression: `@variables('${step.by}')`, cases };
      }
      case 'loop':
        return {
          type: 'Until',
          expression: "@equals(variables('c'), 'x')",
          limit: { count: 3 },
          ...inside(step.steps),
        };
      case 'off':
        return { type: 'Scope', ...inside(step.steps) };
    }
  }
}

function cloudFlow(steps: readonly Step[]): Workflow {
  const actions: Record<string, object> = {};
  let last: Record<string, readonly string[]> = {};
  for (const name of NAMES) {
    const inputs = { variables: [{ name, type: 'string' }] };
    actions[`Declare_${name}`] = { type: 'InitializeVariable', inputs, runAfter: last };
    last = { [`Declare_${name}`]: ['Succeeded'] };
  }
  actions.Get_secret = {
    type: 'OpenApiConnection',
    inputs: {
      host: {
        apiId: '/providers/Microsoft.PowerApps/apis/shared_keyvault',
        connectionName: 'keyvault',
        operationId: 'GetSecret',
      },
      parameters: { secretName: 'erp' },
    },
    runAfter: last,
  };
  const written = new FlowWriter().write(steps, { Get_secret: ['Succeeded'] });
  const manual = { type: 'Recurrence', recurrence: { frequency: 'Day', interval: 1 } };
  return readFragment(JSON.stringify({ triggers: { manual }, actions: { ...actions, ...written.actions } }));
}

/** Writes stages of a process: each names the next one, so that they are written from the end. */
class ProcessWriter {
  readonly stages: string[] = [];
  private count = 0;

  /** @returns id of the first stage */
  write(steps: readonly Step[], next: string): string {
    return steps.reduceRight((following, step) => this.add(step, following), next);
  }

  private add(step: Step, next: string): string {
    this.count += 1;
    const id = `s${this.count}`;
    const stage = (type: string, inner: string, follows = `<onsuccess>${next}</onsuccess>`): string => {
      this.stages.unshift(
        `<stage stageid="${id}" name="${id}" type="${type}"><loginhibit />${follows}${inner}</stage>`,
      );
      return id;
    };
    const calculate = (to: Name, expression: string): string =>
      stage('Calculation', `<calculation expression="${expression}" stage="${to}" />`);
    const decide = (by: Name, [then, otherwise]: readonly string[]): string =>
      stage(
        'Decision',
        `<decision expression="[${by}] = &quot;x&quot;" />`,
        `<ontrue>${then}</ontrue><onfalse>${otherwise}</onfalse>`,
      );
    switch (step.do) {
      case 'take':
        return calculate(step.name, '[Secret]');
      case 'show':
        return stage(
          'Action',
          `<inputs><input type="text" name="Text" expr="[${step.name}]"/></inputs><resource object="Utility - File Management" action="Append to Text File"/>`,
        );
      case 'other':
        return calculate(step.name, '&quot;done&quot;');
      case 'copy':
        return calculate(step.to, `[${step.from}]`);
      case 'join':
        return calculate(step.to, `&quot;x&quot; &amp; [${step.from}]`);
      case 'length':
        return calculate(step.to, `Len([${step.from}])`);
      case 'number':
        return calculate(step.to, `ToNumber([${step.from}])`);
      case 'compare':
        return calculate(step.to, `[${step.from}] = &quot;x&quot;`);
      case 'choose':
      case 'switch':
        return decide(step.by, [this.write(step.ways[0]!, next), this.write(step.ways[1]!, next)]);
      case 'loop':
        return decide('c', [this.write(step.steps, id), next]);
      case 'off':
      case 'try':
        return this.write(step.steps, next);
    }
  }
}

function blueProcess(steps: readonly Step[]): Workflow {
  const writer = new ProcessWriter();
  const first = writer.write(steps, 'end');
  const items = NAMES.map(
    (name) =>
      `<stage stageid="d-${name}" name="${name}" type="Data"><datatype>text</datatype><initialvalue/><private/></stage>`,
  );
  const secret =
    '<stage stageid="d-secret" name="Secret" type="Data"><datatype>password</datatype><initialvalue/><private/></stage>';
  const get = `<stage stageid="get" name="Get" type="Action"><onsuccess>${first}</onsuccess><resource object="Blueprism.Automate.clsCredentialsActions" action="Get"/><inputs><input type="text" name="Credentials Name" expr="&quot;Erp&quot;"/></inputs><outputs><output type="password" name="Password" stage="Secret"/></outputs></stage>`;
  return readProcess([get, ...writer.stages, ...items, secret].join('\n'));
}

/** Letters of the languages in the list of cases. */
export const LANGUAGES: Readonly<Record<'u' | 'a' | 'd' | 'b' | 'r', Language>> = {
  u: {
    title: 'UiPath',
    sink: 'log',
    write: (steps) =>
      readXaml(
        `<x:Property Name="in_Password" Type="InArgument(x:String)" />${NAMES.map((name) => `<Variable x:TypeArguments="x:String" Name="${name}" />`).join('')}${xamlSteps(steps)}`,
      ),
  },
  a: { title: 'cloud flow', sink: 'mail', write: cloudFlow },
  d: {
    title: 'desktop flow',
    sink: 'log',
    write: (steps) =>
      readScriptText(
        `@SENSITIVE: [Key]\n@INPUT Key : { 'description': '', 'friendlyName': 'Key', 'value': {  }, 'mandatory': True, 'schema': { 'type': 'Text', 'isSensitive': True } }\n${robinSteps(steps)}\n`,
      ),
  },
  b: {
    title: 'A360',
    sink: 'log',
    write: (steps) => readBot(steps.map((step) => JSON.stringify(botStep(step))).join(',\n')),
  },
  r: { title: 'Blue Prism', sink: 'file', write: blueProcess },
};
