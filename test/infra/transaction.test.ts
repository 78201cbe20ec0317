/** Transactions of an organisation over one that they wrap. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ofOrganisation, sendWithCommit, type Transaction } from '../../src/infra/database/transaction.ts';

test('a statement for the COMMIT of an unguarded transaction is rejected, also when an organisation wraps it', () => {
  const unguarded = (() => {}) as unknown as Transaction;
  for (const sql of [unguarded, ofOrganisation(unguarded, 'org')])
    assert.throws(() => sendWithCommit(sql, {} as never), /was not begun by guardedTransaction/);
});
