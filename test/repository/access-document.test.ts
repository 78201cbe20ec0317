/** `docs/access.md` against the tables that it speaks of. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { CONTRACT_LIMITS } from '../../src/contract/limits.ts';
import { MEMBER_ROLES } from '../../src/contract/member.ts';
import { scopesOfRoles } from '../../src/service/access/roles.ts';
import { SCOPES } from '../../src/service/access/scopes.ts';
import { ORGANISATION_LIMITS } from '../../src/service/organisations/limits.ts';
import { WRONG_CREDENTIALS_PER_MINUTE_MAX } from '../../src/service/rate-limits/budgets.ts';

const TEXT = readFileSync(join(import.meta.dirname, '../../docs/access.md'), 'utf8');
const [, scopesSection = '', rolesSection = ''] = TEXT.split(/^## /m);
const [, wrongSection = ''] = TEXT.split('\n## Wrong credentials\n');
const namesIn = (text: string) => [...text.matchAll(/`([\w]+:[\w]+)`/g)].map(([, name]) => name);
const rows = (section: string) => section.split('\n').filter((line) => line.startsWith('| `'));

test('every scope stands in the table of scopes', () => {
  const named = rows(scopesSection).flatMap((row) => namesIn(row.split('|')[1] ?? ''));
  assert.deepEqual(named.sort(), [...SCOPES].sort());
});

test('every role stands in the table of roles, with the scopes that it adds', () => {
  const table = rows(rolesSection);
  assert.deepEqual(
    table.map((row) => /`(\w+)`/.exec(row)?.[1]),
    MEMBER_ROLES,
  );
  for (const [index, role] of MEMBER_ROLES.entries()) {
    const before = index === 0 ? [] : scopesOfRoles(MEMBER_ROLES.slice(0, index));
    const added = scopesOfRoles([role]).filter((scope) => !before.includes(scope));
    const named = namesIn(table[index] ?? '');
    assert.deepEqual(named.sort(), role === 'admin' ? [] : [...added].sort(), role);
  }
});

test('the numbers are those of the limits', () => {
  assert.match(TEXT, new RegExp(`within ${ORGANISATION_LIMITS.accessCacheMsMax / 1000} seconds`));
  assert.match(TEXT, new RegExp(`ends after ${CONTRACT_LIMITS.apiKeyDaysDefault} days`));
  assert.match(wrongSection, new RegExp(`may send ${WRONG_CREDENTIALS_PER_MINUTE_MAX} wrong keys`));
});
