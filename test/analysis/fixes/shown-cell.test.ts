/** Cells of fixes as people see them: no secret, under any name. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shownCell } from '../../../src/analysis/fixes/shown-cell.ts';

const shown = (name: string, before: string | null): string | null =>
  shownCell({ name, before, after: null }).before;

describe('a cell that a fix changes', () => {
  for (const [name, value, expected] of [
    ['Password', 'Tulpe-4711', '•••'],
    ['Condition', 'row("Password").ToString = "Tulpe-4711"', 'row("•••").ToString = "•••"'],
    ['Condition', "in_Pwd <> '' And in_Pwd = 'Tulpe-4711'", "in_Pwd <> '•••' And in_Pwd = '•••'"],
    ['Text', 'password: Tulpe-4711, user: bot01', 'password: •••, user: bot01'],
    ['Text', 'Server=db01;Pwd=Tulpe-4711;Database=orders', 'Server=db01;Pwd=•••;Database=orders'],
    ['Uri', 'https://bot01:Tulpe-4711@erp.example/orders', 'https://•••@erp.example/orders'],
  ] as const)
    it(`shows no secret: ${expected}`, () => assert.equal(shown(name, value), expected));

  for (const value of [
    'Info',
    'status = "Open" And total > 5',
    'https://erp.example/orders?mail=a@b.example',
    'Level=Info',
  ])
    it(`is shown as it is: ${value}`, () => assert.equal(shown('Value', value), value));

  it('is shown where a switch has the name of a secret', () => {
    assert.equal(shown('SecurePassword', 'True'), 'True');
    assert.equal(shown('Password', null), null);
  });
});
