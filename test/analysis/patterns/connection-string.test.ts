/** Passwords in connection strings, and what only looks like one. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { passwordInConnectionString } from '../../../src/analysis/patterns/secrets/connection-string.ts';

const CASES: readonly (readonly [text: string, password: string | undefined])[] = [
  ['Server=db;User Id=app;Password=Nordwind-71', 'Nordwind-71'],
  ['Server=db;User Id=app;Password=@Nordwind71x', '@Nordwind71x'],
  ['Server=db;Password="@N;rdwind-71"', '@N;rdwind-71'],
  ['Server=db;Password=#Nordwind', '#Nordwind'],
  ['Server=db;Password=@{variables()}', undefined],
  ['Server=db;Password=@Token@', undefined],
  ['Server=db;Password=#PWD#', undefined],
  ['Server=db;Password=%Password%', undefined],
  ['Server=db;Password=$sPassword$', undefined],
  ['Server=db;Password={0}', undefined],
  ['Server=db;Password=<password>', undefined],
  ["INSERT INTO logins SELECT 'x';server=@server;password=@password", undefined],
  ['The password=Nordwind-71 is old', undefined],
];

describe('passwordInConnectionString', () => {
  for (const [text, password] of CASES)
    it(`finds ${password ?? 'nothing'} in ${text}`, () =>
      assert.equal(passwordInConnectionString(text), password));
});
