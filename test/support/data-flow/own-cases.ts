/** Workflows of one language for mechanics that cannot be written as steps of all of them. */
import type { Workflow } from '../../../src/analysis/model/workflow.ts';
import { readSnippet as readProcess } from '../files/blue-prism.ts';
import { readSnippet as readBot } from '../files/task-bot.ts';

type Value = object;
const typed = (expression: string): Value => ({ type: 'STRING', expression });
const fixed = (string: string): Value => ({ type: 'STRING', string });
const variable = (variableName: string): Value => ({ type: 'VARIABLE', variableName });
const commandOf = (
  type: string,
  attributes: Readonly<Record<string, Value>>,
  returnTo?: string,
  more: object = {},
): object => {
  const [packageName, commandName] = type.split('/');
  return {
    commandName,
    packageName,
    attributes: Object.entries(attributes).map(([name, value]) => ({ name, value })),
    ...(returnTo !== undefined && { returnTo: variable(returnTo) }),
    ...more,
  };
};
const SECRET = commandOf(
  'Credential/credentialToString',
  {
    credential: {
      type: 'CREDENTIAL',
      credential: { name: 'Erp', lockerName: 'Finance', attributeName: 'Password' },
    },
  },
  'secret',
);
const logged = (text: string): object => commandOf('LogToFile/logToFile', { logContent: typed(text) });
const bot = (...commands: readonly object[]): Workflow =>
  readBot([SECRET, ...commands].map((command) => JSON.stringify(command)).join(',\n'));
const put = (key: string, value: Value): object =>
  commandOf('Dictionary/put', { sourceMap: variable('map'), key: fixed(key), newValue: value });
const get = (key: string): object =>
  commandOf('Dictionary/get', { sourceMap: variable('map'), key: fixed(key) }, 'a');
const add = commandOf('List/addItem', { sourceList: variable('list'), listItem: variable('secret') });

/** Bots of Automation Anywhere, by mechanic. */
export const BOTS = {
  template: () =>
    bot(
      commandOf(
        'String/replace',
        { sourceString: fixed('Signed in with {0}'), find: fixed('{0}'), replaceWith: typed('$secret$') },
        'a',
      ),
      logged('$a$'),
    ),
  exceptionText: () =>
    bot(
      commandOf('ErrorHandler/try', {}, undefined, {
        children: [commandOf('ErrorHandler/throw', { exceptionMessage: typed('No login with $secret$') })],
        branches: [
          {
            ...commandOf('ErrorHandler/catch', {}),
            returns: { errorMessage: variable('a') },
            children: [logged('$a$')],
          },
        ],
      }),
    ),
  unreachable: () => bot(commandOf('TaskBot/stopTask', {}), logged('$secret$')),
  otherField: () => bot(put('login', variable('secret')), put('name', fixed('erp')), logged('$map{name}$')),
  wholeRecord: () =>
    bot(
      put('login', variable('secret')),
      commandOf('Dictionary/assign', { sourceDictionary: variable('map') }, 'b'),
      logged('$b$'),
    ),
  memberOfWhole: () =>
    bot(commandOf('Record/assign', { source: variable('secret') }, 'rec'), logged('$rec{name}$')),
  dictionaryKey: () => bot(put('login', variable('secret')), get('login'), logged('$a$')),
  dictionaryOtherKey: () => bot(put('login', variable('secret')), get('name'), logged('$a$')),
  listItem: () =>
    bot(
      add,
      commandOf(
        'List/get',
        { sourceList: variable('list'), itemPositionNumber: { type: 'NUMBER', number: '1' } },
        'a',
      ),
      logged('$a$'),
    ),
  joinedList: () =>
    bot(
      add,
      commandOf('List/joinList', { sourceList: variable('list'), delimiter: fixed(',') }, 'a'),
      logged('$a$'),
    ),
  recordField: () => bot(put('login', variable('secret')), logged('$map{login}$')),
} as const;

const stage = (id: string, type: string, next: string, inner = ''): string =>
  `<stage stageid="${id}" name="${id}" type="${type}"><loginhibit />${next === '' ? '' : `<onsuccess>${next}</onsuccess>`}${inner}</stage>`;
const text = (name: string, type = 'text'): string =>
  `<stage stageid="d-${name}" name="${name}" type="Data"><datatype>${type}</datatype><initialvalue/><private/></stage>`;
const collection = (name: string, ...fields: readonly string[]): string =>
  `<stage stageid="d-${name}" name="${name}" type="Collection"><collectioninfo>${fields.map((field) => `<field name="${field}" type="text"/>`).join('')}</collectioninfo><private/></stage>`;
const action = (
  id: string,
  next: string,
  [object, name]: readonly [string, string],
  inputs: Readonly<Record<string, string>>,
): string =>
  stage(
    id,
    'Action',
    next,
    `<inputs>${Object.entries(inputs)
      .map(([input, expr]) => `<input type="text" name="${input}" expr="${expr}"/>`)
      .join('')}</inputs><resource object="${object}" action="${name}"/>`,
  );
const secretInto = (next: string): string =>
  `<stage stageid="get" name="get" type="Action"><loginhibit /><onsuccess>${next}</onsuccess><resource object="Blueprism.Automate.clsCredentialsActions" action="Get"/><inputs><input type="text" name="Credentials Name" expr="&quot;Erp&quot;"/></inputs><outputs><output type="password" name="Password" stage="Secret"/></outputs></stage>`;
const written = (id: string, next: string, expression: string): string =>
  action(id, next, ['Utility - File Management', 'Append to Text File'], { Text: expression });
const calculated = (id: string, next: string, to: string, expression: string): string =>
  stage(id, 'Calculation', next, `<calculation expression="${expression}" stage="${to}" />`);
const process = (...stages: readonly string[]): Workflow =>
  readProcess([...stages, text('Secret', 'password'), text('A'), text('B')].join('\n'));
const startAt = (next: string): string => stage('start', 'Start', next);
const LOGIN = collection('Login', 'User', 'Key');

/** A call of the second page. */
const called = (id: string, next: string, input: string, output?: string): string =>
  stage(
    id,
    'SubSheet',
    next,
    `<processid>p2</processid><inputs><input type="text" name="Line" expr="${input}"/></inputs>${output === undefined ? '' : `<outputs><output type="text" name="Line" stage="${output}"/></outputs>`}`,
  );
/** The second page, which puts its input into an item. */
const page = (next: string, item: string): readonly string[] => [
  '<subsheet subsheetid="p2" type="Normal" published="False"><name>Second</name></subsheet>',
  `<stage stageid="s2" name="Start" type="Start"><subsheetid>p2</subsheetid><onsuccess>${next}</onsuccess><inputs><input type="text" name="Line" stage="${item}"/></inputs></stage>`,
  `<stage stageid="d-i" name="${item}" type="Data"><subsheetid>p2</subsheetid><datatype>text</datatype><initialvalue/><private/></stage>`,
];

/** Processes of Blue Prism, by mechanic. */
export const PROCESSES = {
  recovered: () =>
    process(
      '<stage stageid="get" name="get" type="Action"><display x="0" y="0" /><loginhibit /><onsuccess>c</onsuccess><resource object="Blueprism.Automate.clsCredentialsActions" action="Get"/><inputs><input type="text" name="Credentials Name" expr="&quot;Erp&quot;"/></inputs><outputs><output type="password" name="Password" stage="Secret"/></outputs></stage>',
      calculated('c', 'fail', 'A', '[Secret]').replace('<loginhibit />', '<display x="0" y="30" />'),
      '<stage stageid="fail" name="fail" type="Exception"><display x="0" y="60" /><exception type="System Exception" detail="&quot;stop&quot;" /></stage>',
      '<stage stageid="recover" name="recover" type="Recover"><display x="90" y="60" /><onsuccess>resume</onsuccess></stage>',
      '<stage stageid="resume" name="resume" type="Resume"><display x="90" y="120" /><onsuccess>w</onsuccess></stage>',
      written('w', 'end', '[A]'),
      '<stage stageid="block" name="Block" type="Block"><display x="-60" y="-60" w="400" h="400" /></stage>',
    ),
  unreachable: () =>
    process(secretInto('c'), calculated('c', 'end', 'A', '[Secret]'), written('w', 'end', '[A]')),
  otherField: () =>
    process(
      secretInto('c'),
      calculated('c', 'w', 'Login.Key', '[Secret]'),
      written('w', 'end', '[Login.User]'),
      LOGIN,
    ),
  wholeRecord: () =>
    process(
      secretInto('c'),
      calculated('c', 'w', 'Login.Key', '[Secret]'),
      action('w', 'end', ['Utility - File Management', 'Write Text File'], { Text: '[Login]' }),
      LOGIN,
    ),
  memberOfWhole: () =>
    process(
      secretInto('c'),
      calculated('c', 'copy', 'Login.Key', '[Secret]'),
      calculated('copy', 'w', 'Copy', '[Login]'),
      written('w', 'end', '[Copy.Key]'),
      LOGIN,
      collection('Copy', 'User', 'Key'),
    ),
  collectionRow: () =>
    process(
      secretInto('c'),
      calculated('c', 'loop', 'Login.Key', '[Secret]'),
      '<stage stageid="loop" name="loop" type="LoopStart"><onsuccess>w</onsuccess><groupid>g</groupid><looptype>ForEach</looptype><loopdata>Login</loopdata></stage>',
      written('w', 'loopend', '[Login.Key]'),
      '<stage stageid="loopend" name="loopend" type="LoopEnd"><onsuccess>end</onsuccess><groupid>g</groupid></stage>',
      LOGIN,
    ),
  back: () =>
    process(
      stage('first', 'Anchor', 'w'),
      written('w', 'get', '[A]'),
      secretInto('c'),
      calculated('c', 'first', 'A', '[Secret]'),
    ),
  samePrivateName: () =>
    process(
      startAt('get'),
      secretInto('c'),
      calculated('c', 'call', 'A', '[Secret]'),
      stage('call', 'SubSheet', 'end', '<processid>p2</processid>'),
      '<subsheet subsheetid="p2" type="Normal" published="False"><name>Write</name></subsheet>',
      '<stage stageid="s2" name="Start" type="Start"><subsheetid>p2</subsheetid><onsuccess>w</onsuccess></stage>',
      written('w', 'e2', '[A]').replace('<loginhibit />', '<subsheetid>p2</subsheetid><loginhibit />'),
      '<stage stageid="e2" name="End" type="End"><subsheetid>p2</subsheetid></stage>',
      '<stage stageid="d-A2" name="A" type="Data"><subsheetid>p2</subsheetid><datatype>text</datatype><initialvalue/><private/></stage>',
    ),
  fromPage: () =>
    process(
      startAt('call'),
      stage(
        'call',
        'SubSheet',
        'w',
        '<processid>p2</processid><outputs><output type="text" name="Line" stage="A"/></outputs>',
      ),
      written('w', 'end', '[A]'),
      '<subsheet subsheetid="p2" type="Normal" published="False"><name>Read</name></subsheet>',
      '<stage stageid="s2" name="Start" type="Start"><subsheetid>p2</subsheetid><onsuccess>get</onsuccess></stage>',
      secretInto('e2')
        .replace('<loginhibit />', '<subsheetid>p2</subsheetid><loginhibit />')
        .replace('stage="Secret"', 'stage="Found"'),
      '<stage stageid="e2" name="End" type="End"><subsheetid>p2</subsheetid><outputs><output type="text" name="Line" stage="Found"/></outputs></stage>',
      text('Found', 'password').replace('<datatype>', '<subsheetid>p2</subsheetid><datatype>'),
    ),
  otherPageInput: () =>
    process(
      startAt('get'),
      secretInto('c'),
      calculated('c', 'call', 'A', '[Secret]'),
      stage(
        'call',
        'SubSheet',
        'end',
        '<processid>p2</processid><inputs><input type="text" name="Key" expr="[A]"/><input type="text" name="Line" expr="&quot;x&quot;"/></inputs>',
      ),
      '<subsheet subsheetid="p2" type="Normal" published="False"><name>Write</name></subsheet>',
      '<stage stageid="s2" name="Start" type="Start"><subsheetid>p2</subsheetid><onsuccess>w</onsuccess><inputs><input type="text" name="Line" stage="Given"/></inputs></stage>',
      written('w', 'e2', '[Given]').replace('<loginhibit />', '<subsheetid>p2</subsheetid><loginhibit />'),
      '<stage stageid="e2" name="End" type="End"><subsheetid>p2</subsheetid></stage>',
      '<stage stageid="d-g" name="Given" type="Data"><subsheetid>p2</subsheetid><datatype>text</datatype><initialvalue/><private/></stage>',
    ),
  /** A page that writes its input and calls itself with it. */
  pageInItself: () =>
    process(
      startAt('get'),
      secretInto('c'),
      calculated('c', 'call', 'A', '[Secret]'),
      called('call', 'end', '[A]'),
      ...page('w', 'Given'),
      written('w', 'again', '[Given]').replace('<loginhibit />', '<subsheetid>p2</subsheetid><loginhibit />'),
      called('again', 'e2', '[Given]').replace('<loginhibit />', '<subsheetid>p2</subsheetid><loginhibit />'),
      '<stage stageid="e2" name="End" type="End"><subsheetid>p2</subsheetid></stage>',
    ),
  /** A page that gives its input back, called with the secret and with a fixed text; the second result is written. */
  pageOfTwoCallers: () =>
    process(
      startAt('get'),
      secretInto('c'),
      calculated('c', 'one', 'A', '[Secret]'),
      called('one', 'two', '[A]', 'A'),
      called('two', 'w', '&quot;x&quot;', 'B'),
      written('w', 'end', '[B]'),
      ...page('e2', 'Given'),
      '<stage stageid="e2" name="End" type="End"><subsheetid>p2</subsheetid><outputs><output type="text" name="Line" stage="Given"/></outputs></stage>',
    ),
} as const;
