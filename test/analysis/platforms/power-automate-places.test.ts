/** Power Automate flows: what can run, where it stands in the file, and files that are damaged or hostile. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FLOW, FLOW_FILE, named, readFlow, readFragment, SCHEMA, textsOf } from '../../support/files/flow.ts';

describe('reachability', () => {
  const step = (name: string, runAfter: Record<string, string[]> = {}, type = 'Compose', more = {}) => ({
    [name]: { type, inputs: {}, runAfter, ...more },
  });
  const CASES: readonly (readonly [what: string, actions: object, dead: readonly string[]])[] = [
    ['a plain chain', { ...step('A'), ...step('B', { A: ['Succeeded'] }) }, []],
    [
      'what follows Terminate',
      {
        ...step('T', {}, 'Terminate'),
        ...step('B', { T: ['Succeeded'] }),
        ...step('C', { B: ['Succeeded'] }),
      },
      ['B', 'C'],
    ],
    [
      'what follows a Terminate that may be skipped',
      { ...step('A'), ...step('T', { A: ['Failed'] }, 'Terminate'), ...step('B', { T: ['Skipped'] }) },
      [],
    ],
    [
      'a catch after Terminate by success only',
      { ...step('A'), ...step('T', { A: ['Failed'] }, 'Terminate'), ...step('B', { T: ['Succeeded'] }) },
      ['B'],
    ],
    ['waiting for a sure action to be skipped', { ...step('A'), ...step('B', { A: ['Skipped'] }) }, ['B']],
    [
      'what waits for a dead one to be skipped',
      { ...step('A'), ...step('B', { A: ['Skipped'] }), ...step('C', { B: ['Skipped'] }) },
      ['B'],
    ],
    [
      'a circle',
      { ...step('A', { B: ['Succeeded'] }), ...step('B', { A: ['Succeeded'] }), ...step('C') },
      ['A', 'B'],
    ],
    ['itself', step('A', { A: ['Succeeded'] }), ['A']],
    [
      'a scope that begins with Terminate',
      {
        ...step('S', {}, 'Scope', { actions: step('T', {}, 'Terminate') }),
        ...step('B', { S: ['Succeeded'] }),
      },
      ['B'],
    ],
    [
      'a scope that ends with Terminate',
      {
        ...step('S', {}, 'Scope', {
          actions: { ...step('A'), ...step('T', { A: ['Succeeded'] }, 'Terminate') },
        }),
        ...step('B', { S: ['Failed'] }),
      },
      [],
    ],
    [
      'one branch with Terminate',
      { ...step('I', {}, 'If', { actions: step('T', {}, 'Terminate') }), ...step('B', { I: ['Succeeded'] }) },
      [],
    ],
    [
      'both branches with Terminate',
      {
        ...step('I', {}, 'If', {
          actions: step('T', {}, 'Terminate'),
          else: { actions: step('U', {}, 'Terminate') },
        }),
        ...step('B', { I: ['Succeeded'] }),
      },
      ['B'],
    ],
    [
      'what is inside a dead scope',
      { ...step('T', {}, 'Terminate'), ...step('S', { T: ['Succeeded'] }, 'Scope', { actions: step('A') }) },
      ['S', 'A'],
    ],
    ['a missing predecessor', step('A', { Gone: ['Succeeded'] }), []],
    [
      'a status that we do not know',
      { ...step('A'), ...step('B', { A: ['Paused'] }), ...step('C', { A: [] }) },
      [],
    ],
  ];
  for (const [what, actions, dead] of CASES) {
    it(`of ${what}`, () => {
      const flow = readFragment(JSON.stringify({ actions }));
      const unreachable = flow.activities.filter(({ reachable }) => !reachable).map(({ name }) => name);
      assert.deepEqual(unreachable, dead);
    });
  }
});

describe('locations', () => {
  const pretty = FLOW;
  const single = JSON.stringify(JSON.parse(FLOW));
  const FORMS: readonly (readonly [what: string, text: string, line: number, column: number])[] = [
    ['as it is', pretty, 56, 13],
    ['with CRLF', pretty.replaceAll('\n', '\r\n'), 56, 13],
    ['with a byte-order mark', `\uFEFF${pretty}`, 56, 13],
    ['on a single line', single, 1, single.indexOf('"Get_items":{') + 1],
    ['on a single line with a mark', `\uFEFF${single}`, 1, single.indexOf('"Get_items":{') + 1],
  ];
  for (const [what, text, line, column] of FORMS) {
    it(`of a file ${what}`, () => {
      const flow = readFlow(text, FLOW_FILE);
      const { at } = named(flow, 'Get items');
      assert.deepEqual(flow.source.lineAndColumn(at), { line, column });
      assert.equal(flow.source.path(at), '/properties/definition/actions/Try/actions/Get_items');
    });
  }

  it('lead back to the value, for every property, variable, argument, connection and edge', () => {
    const flow = readFlow(FLOW, FLOW_FILE);
    const resolve = (pointer: string): unknown =>
      pointer
        .split('/')
        .slice(1)
        .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
        .reduce(
          (value: unknown, key) => (value as Record<string, unknown>)[key],
          JSON.parse(FLOW) as unknown,
        );
    const at = (position: number) => resolve(flow.source.path(position));
    for (const activity of flow.activities) {
      assert.equal((at(activity.at) as { type: string }).type, activity.type);
      for (const property of activity.properties) {
        const value = at(property.at);
        if (typeof value === 'string') assert.ok(value.includes(property.text.slice(0, 5)), property.name);
        else assert.notEqual(value, undefined);
      }
    }
    for (const anchor of [...flow.arguments, ...flow.variables, ...flow.connections, ...flow.transitions])
      assert.notEqual(at(anchor.at), undefined, anchor.name);
  });

  it('count UTF-16 units before a place on its line', () => {
    const flow = readFragment(
      `"\u{1F600}ä": {"type": "Compose", "inputs": "1"}, "B": {"type": "Compose", "inputs": "2"}`,
    );
    assert.equal(flow.source.lineAndColumn(named(flow, 'B').at).column, 44);
  });

  it('escape the names in a pointer', () => {
    const flow = readFragment(`"a/b~c": {"type": "Compose", "inputs": "1"}`);
    assert.equal(flow.source.path(named(flow, 'a/b~c').at), '/properties/definition/actions/a~1b~0c');
  });
});

describe('damaged and hostile flows', () => {
  it('says where broken JSON breaks', () => {
    const broken = FLOW.replace('"runAfter": {},', '"runAfter": {},,');
    assert.throws(() => readFlow(broken), { code: 'unparsable_file', message: /Line 49, column 26:/ });
  });

  it('rejects a definition without triggers and actions', () => {
    assert.throws(() => readFlow(JSON.stringify({ $schema: SCHEMA })), { code: 'unparsable_file' });
  });

  it('reads on where an action, a list or a setting is of the wrong kind', () => {
    const flow = readFragment(
      `"A": 5, "B": {"type": 7, "inputs": [], "runAfter": []}, "C": {"type": "Scope", "actions": "x", "else": 1, "cases": 2},
       "D": {"type": "InitializeVariable", "inputs": {"variables": [1, {"value": "@x"}, null]}},
       "E": {"type": "Workflow", "inputs": null}, "F": {"type": "SetVariable"}, "G": {"type": "Response", "inputs": "@x"},
       "H": {"type": "OpenApiConnection", "inputs": {"host": "x"}}, "I": {"type": "Switch", "cases": {"a": 1}, "default": []}`,
    );
    assert.deepEqual(
      flow.unread.map(({ reason }) => reason),
      ['"A" is not an action.', 'The list of actions is not an object.'],
    );
    assert.equal(flow.activities.length, 9);
  });

  it('counts the last of two actions with one name, and says so', () => {
    const flow = readFragment(
      `"A_b": {"type": "Compose", "inputs": "1"}, "A_b": {"type": "Compose", "inputs": "2"}`,
    );
    assert.equal(named(flow, 'A b').properties[0]!.text, '2');
    assert.deepEqual(
      flow.unread.map(({ reason }) => reason),
      ['"A b" stands here twice; only the last one counts.'],
    );
  });

  it('separates names of the language from names of the file', () => {
    const flow = readFragment(
      `"__proto__": {"type": "constructor", "inputs": {"__proto__": "a", "toString": "b"}},
       "constructor": {"type": "Compose", "inputs": "1", "runAfter": {"toString": ["Succeeded"]}}`,
    );
    assert.equal(named(flow, '  proto  ').role, 'other');
    assert.equal(textsOf(named(flow, '  proto  '))['inputs.toString'], 'b');
    assert.equal(flow.transitions[0]!.from, -1);
  });

  /** Keys as they stand in the file; each name is one that the last action waits for. */
  const MANY = Array.from({ length: 20 }, (_, i) => `Step_${i}`);
  const WAITS: readonly (readonly [what: string, keys: readonly string[], name: string, found: number])[] = [
    ['the first of many', MANY, 'Step_0', 0],
    ['one of many in other letters', MANY, 'sTEP 7', 7],
    ['none of many', MANY, 'Step_20', -1],
    ['one with blanks and capitals', ['Get items', 'Other'], 'get_ITEMS', 0],
    ['one of two that end alike', ['A_has_a_long_ending', 'B_has_a_long_ending'], 'A_has_a_long_ending', 0],
    ['none, though one ends alike', ['A_has_a_long_ending'], 'B_has_a_long_ending', -1],
    ['the last of two that are one', ['Get_x', 'get x', 'Y'], 'GET_X', 1],
    ['one that is written with an escape', ['\\u0041b', 'Y'], 'Ab', 0],
    ['one whose name has an escape', ['Ab', 'Y'], '\\u0041b', 0],
    ['one outside ASCII', ['Prüfung', 'Y'], 'prüfung', 0],
    ['one of many outside ASCII', [...MANY, 'Prüfung'], 'Step_3', 3],
  ];
  for (const [what, keys, name, found] of WAITS) {
    it(`finds what an action waits for: ${what}`, () => {
      const actions = keys.map((key) => `"${key}": {"type": "Compose", "inputs": 1}`);
      const last = `"Last one": {"type": "Compose", "inputs": 1, "runAfter": {"${name}": ["Succeeded"]}}`;
      const flow = readFragment([...actions, last].join());
      // The trigger comes first.
      assert.equal(flow.transitions[0]!.from, found === -1 ? -1 : found + 1);
      assert.equal(flow.transitions[0]!.target, JSON.parse(`"${name}"`));
    });
  }

  it('rejects nesting beyond the limit instead of running out of stack', () => {
    const deep = `${'{"type": "Scope", "actions": {"A": '.repeat(300)}{}${'}}'.repeat(300)}`;
    assert.throws(() => readFragment(`"A": ${deep}`), { code: 'structure_limit_exceeded' });
  });

  it('stays linear in long chains, wide groups and many references', () => {
    const count = 20_000;
    const chain = Array.from({ length: count }, (_, i) =>
      JSON.stringify({
        type: 'Compose',
        inputs: `@outputs('A0')`,
        runAfter: i === 0 ? {} : { [`A${i - 1}`]: ['Succeeded'] },
      }),
    );
    const flow = readFragment(chain.map((action, i) => `"A${i}": ${action}`).join());
    assert.equal(flow.transitions.length, count - 1);
    assert.ok(flow.activities.every(({ reachable }) => reachable));
  });
});
