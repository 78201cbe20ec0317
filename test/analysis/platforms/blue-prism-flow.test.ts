/** The flow of Blue Prism pages: links, reachability, blocks, and calls. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { byId, invoices, ledger, linksOf, readSnippet } from '../../support/files/blue-prism.ts';

describe('calls', () => {
  it('name what they start and what goes in and out', () => {
    const calls = invoices.calls.map(({ owner, name, target, bindings }) => ({
      by: invoices.activities[owner]!.id,
      name,
      target,
      bindings: bindings.map((binding) => `${binding.direction} ${binding.name} = ${binding.value.text}`),
    }));
    assert.deepEqual(calls, [
      {
        by: 'post',
        name: 'Post Invoice',
        target: 'page-post',
        bindings: ['in Number = [Invoices.Number] & "-A"', 'out Success = [Posted]'],
      },
      {
        by: 'p-get',
        name: 'Blueprism.Automate.clsCredentialsActions::Get',
        target: 'Blueprism.Automate.clsCredentialsActions::Get',
        bindings: ['in Credentials Name = "Ledger"', 'out Password = [Ledger Password]'],
      },
    ]);
  });
  it('of a page lead to the page with that id', () => {
    assert.equal(byId(invoices.calls[0]!.target!).role, 'page');
  });

  const actions: readonly (readonly [string, string, string])[] = [
    ['MS Excel VBO', 'Open Workbook', 'spreadsheet'],
    ['Utility - General', 'Sleep', 'delay'],
    ['Utility - Environment', 'Start Process', 'shell'],
    ['Utility - Environment', 'Get User Name', 'invoke'],
    ['Data - SQL Server', 'Get Collection', 'database'],
    ['MS Outlook Email VBO', 'Send Email', 'email'],
    ['Blueprism.AutomateProcessCore.clsWorkQueuesActions', 'Mark Exception', 'queue'],
    ['Our Own Object', 'Get', 'invoke'],
    ['__proto__', 'constructor', 'invoke'],
  ];
  for (const [object, action, role] of actions) {
    it(`takes ${object}::${action} for ${role}`, () => {
      const workflow = readSnippet(
        `<stage stageid="a" name="A" type="Action"><onsuccess>end</onsuccess><resource object="${object}" action="${action}"/></stage>`,
      );
      assert.equal(byId('a', workflow).role, role);
      assert.equal(workflow.calls[0]!.target, `${object}::${action}`);
    });
  }
});

describe('the flow', () => {
  const links: readonly (readonly [string, readonly string[]])[] = [
    ['start', ['next → loop']],
    ['loop', ['next → post', 'done → loopend']],
    ['loopend', ['next → end', 'repeat → loop']],
    ['posted', ['true → loopend', 'false → throw']],
    ['throw', []],
    ['spare', ['next → (gone)']],
    ['p-choice', ['choice → p-wait', 'choice → p-code', 'otherwise → p-other']],
    ['p-wait', ['timedout → p-timeout']],
    ['p-anchor', ['next → p-new']],
  ];
  for (const [id, expected] of links) {
    it(`leaves "${id}" by ${expected.join(', ') || 'no link'}`, () =>
      assert.deepEqual(linksOf(id).sort(), [...expected].sort()));
  }

  it('reaches everything from Start and Recover, and notes that are not linked count as reached', () => {
    const dead = invoices.activities.filter(({ reachable }) => !reachable).map(({ id }) => id);
    assert.deepEqual(dead, ['spare', 'p-end2']);
  });
  it('does not lead to stages of another page', () => {
    const workflow = readSnippet(
      `<subsheet subsheetid="p"><name>P</name></subsheet><stage stageid="a" name="A" type="Calculation"><onsuccess>b</onsuccess></stage>
       <stage stageid="b" name="B" type="End"><subsheetid>p</subsheetid></stage>`,
    );
    assert.deepEqual(linksOf('a', workflow), ['next → (b)']);
  });
  it('may run in circles', () => {
    const workflow = readSnippet(
      `<stage stageid="a" name="A" type="Calculation"><onsuccess>b</onsuccess></stage>
       <stage stageid="b" name="B" type="Calculation"><onsuccess>a</onsuccess></stage>
       <stage stageid="c" name="C" type="Calculation"><onsuccess>c</onsuccess></stage>`,
    );
    assert.deepEqual(
      workflow.activities.filter(({ reachable }) => !reachable).map(({ id }) => id),
      ['c', 'end'],
    );
  });
});

describe('blocks', () => {
  const block = (id: string, x: number, y: number, w: number, h: number): string =>
    `<stage stageid="${id}" name="${id}" type="Block"><display x="${x}" y="${y}" w="${w}" h="${h}"/></stage>`;
  const step = (x: number, y: number): string =>
    `<stage stageid="a" name="A" type="Calculation"><display x="${x}" y="${y}" w="60" h="30"/><onsuccess>end</onsuccess></stage>`;
  const cases: readonly (readonly [string, string, string])[] = [
    ['the centre of a stage decides', block('b', 0, 0, 100, 100) + step(100, 100), 'b'],
    ['a stage beside it is outside', block('b', 0, 0, 100, 100) + step(101, 50), ''],
    [
      'the smaller of two wins',
      block('big', -10, -10, 200, 200) + block('b', 0, 0, 100, 100) + step(5, 5),
      'b',
    ],
    ['a block may follow its stages', step(5, 5) + block('b', 0, 0, 100, 100), 'b'],
    ['a block without a place holds nothing', `<stage stageid="b" name="b" type="Block"/>${step(5, 5)}`, ''],
    [
      'the blocks of other pages do not count',
      `<subsheet subsheetid="p"><name>P</name></subsheet>${block('b', 0, 0, 100, 100).replace('<display', '<subsheetid>p</subsheetid><display')}${step(5, 5)}`,
      '',
    ],
  ];
  for (const [what, fragment, parent] of cases) {
    it(what, () => {
      const workflow = readSnippet(fragment);
      assert.equal(workflow.activities[byId('a', workflow).parent]!.id, parent);
      for (const activity of workflow.activities) assert.ok(activity.parent < activity.index);
    });
  }
  it('are read from the older layout too', () => {
    assert.equal(ledger.activities[byId('l-launch', ledger).parent]!.id, 'l-block');
    assert.equal(byId('l-block', ledger).role, 'sequence');
  });
});
