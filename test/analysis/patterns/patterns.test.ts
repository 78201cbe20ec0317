/** Predicates that rules share: what they say yes to, and the look-alikes that they must leave alone. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isSqlStatement } from '../../../src/analysis/patterns/code/sql.ts';
import { mask } from '../../../src/analysis/patterns/secrets/mask.ts';
import { mayHoldRandomToken } from '../../../src/analysis/patterns/secrets/random-token.ts';
import { entropyOf, knownSecretsIn } from '../../../src/analysis/patterns/secrets/secret-formats.ts';
import { mayHoldPersonalData } from '../../../src/analysis/patterns/texts/personal-data.ts';
import { shownPlace } from '../../../src/analysis/patterns/texts/shown-place.ts';
import {
  isAbsolutePath,
  isPathOfOneMachine,
  isProfilePath,
} from '../../../src/analysis/semantics/local-path.ts';
import { isPlaceholder } from '../../../src/analysis/semantics/secretness/placeholder.ts';
import { secretness } from '../../../src/analysis/semantics/secretness/secretness.ts';

/** A text behind others that look alike. */
const inFile = (text: string) => ({
  bytes: Buffer.from(`12345 q7Zr2LmV8sTb5NcW1yHp${text}q7Zr2LmV8sTb5NcW1yHp`),
  start: 26,
  end: 26 + text.length,
});

function table(
  name: string,
  predicate: (text: string) => boolean,
  yes: readonly string[],
  no: readonly string[],
): void {
  describe(name, () => {
    for (const text of yes)
      it(`says yes to "${text.slice(0, 60)}"`, () => assert.equal(predicate(text), true));
    for (const text of no)
      it(`says no to "${text.slice(0, 60)}"`, () => assert.equal(predicate(text), false));
  });
}

table(
  'mayHoldPersonalData',
  (text) => mayHoldPersonalData(inFile(text)),
  [
    '4539 1488 0343 6467',
    'IBAN NO93ABCDEFGHIJK',
    'XNO93ABCDEFGHIJK',
    'ssn 512-48-7731',
    'QQ 12 34 56 C',
    'ada@gmail.com',
    'a_@1.de',
  ],
  [
    '',
    'step 12345',
    'No93 of A93',
    'Column AB',
    '1A2B3C4D5',
    '2026-03-04T10:11:12',
    '"@{outputs()}"',
    'a@gmail.com',
    'ada @ home',
  ],
);

table(
  'mayHoldRandomToken',
  (text) => mayHoldRandomToken({ raw: inFile(text), text }),
  ['q7Zr2LmV8sTb5NcW1yHp', '"Bearer q7Zr2LmV8sTb5NcW1yHp4"', '9f2c47b1d80e63a5f7128c4d'],
  ['q7Zr2LmV8sTb5NcW1yH', 'shared_sharepointonline', 'a1-b2.C3D4 E5F6 q7Zr2LmV8sTb5NcW1yH'],
);

table(
  'secretness of a name',
  (name) => secretness(name) !== 'no',
  [
    'password',
    'DbPassword',
    'in_PassWord',
    'strPwd',
    'sql_pwd',
    'ClientSecret',
    'api_key',
    'APIKey',
    'accessToken',
    'userPass',
    'str_ConnectionString',
    'Kennwort',
    'smtp passwort',
    'bearer',
    'private key',
    'motDePasse',
    'mdpSap',
    'sapWachtwoord',
    'secreto',
    'strContrasenaSap',
    'segredo_api',
    'lösenord',
    'tokenKey',
    'TokenParam',
    'strPW',
    'Encryption Key',
    'PasswordForLink',
    'PasswordExcelFile',
    'linkPassword',
    'FolderUserPass',
  ],
  [
    'compass',
    'PassedCounter',
    'passport',
    'PasswordField',
    'password_label',
    'CancellationToken',
    'nextToken',
    'TokenCount',
    'CredentialName',
    'isPasswordValid',
    'forgotPassword',
    'SecretUrl',
    'pass',
    'tokenEndpoint',
    'tokenSeparator',
    'PwdChangedFlag',
    'PasswordPattern',
    'apiKeyHeader',
    'tokenScope',
    'passwordColumn',
    'tokenLifetimeMinutes',
    'lblPassword',
    'mdPath',
    'tokenFile',
    'Password Element',
    'Password Max Age',
    'strTokenApiLink',
    'passwordResetPageUrl',
    'WachtwoordBestand',
    'campoSenha',
    'NombreSecreto',
    'secretario',
    'tokenState',
    'x'.repeat(300),
  ],
);
table(
  'secretness of a value',
  (text) => secretness(null, text) === 'certain',
  [
    'Nordwind-71',
    'password',
    'Expired-71',
    'Success2024',
    'correct horse',
    'Ab/cd+EF/gh==',
    'Win\\ter71',
    '/Nordwind-71',
    '..Nordwind',
  ],
  [
    'Token expired',
    'Not found',
    'refresh_failed',
    'Input\\Logins\\',
    '..\\Logins',
    './tokens/app',
    '/oauth2/v2/token',
    'https://login.example.com/token',
    'C:\\Robots\\UserPass',
  ],
);
table(
  'isPlaceholder',
  isPlaceholder,
  [
    ...['<password>', '{{token}}', 'changeme', 'XXXX', '****', 'your-key-here', 'TODO', ' ', 'N/A'],
    ...['***REPLACE WITH YOUR CLIENT SECRET***', '##API_KEY##', '__DbPassword__', '[YOUR KEY]', '%PASSWORD%'],
    ...[
      '#{ErpPassword}#',
      '$(ErpPassword)',
      'REPLACE_WITH_YOUR_KEY',
      'Insert-key-here',
      'Enter your password',
    ],
    ...['YourApiKeyHere', 'yourpassword', 'secret goes here', 'Please enter a password', '***REDACTED***'],
    // Taken out before publication.
    ...['Removido_para_proteção', 'Removido', 'TOKEN_REMOVED', 'REMOVED_FOR_SECURITY', 'Bearer REDACTED'],
    ...[
      'Eliminado por seguridad',
      'senha_removida',
      'Geschwärzt',
      'entfernt',
      'supprimé',
      'usunięte',
      'rimosso',
    ],
    ...[
      'Verwijderd',
      '削除済み',
      '変更してください',
      'confidential token',
      'hidden-password',
      'Platzhalter',
      'motdepasse masqué',
    ],
    ...['sua_senha_aqui', 'Alterar_senha', 'zmień_mnie', 'change it'],
    // Published, and the same for everybody.
    ...['notasecret', 'changeit', 'AKIAIOSFODNN7EXAMPLE', 'DEMO_KEY'],
  ],
  [
    ...['hunter2', 'Winter2024', 'xx', 'todoist', '***Winter24***', '_Secret1_', 'put-horse-staple', 'here'],
    ...['[Nordwind71]', 'Replace', 'notasecret1', 'ChangeIt!'],
    ...[
      'Removido9xK!f3',
      'removed1',
      'removed-xKfQzTpL',
      'hidden-dragon',
      'HiddenDragon',
      'hidden',
      'Geheim',
      'private',
      'Confidential',
      'cache',
      'retire-horse-staple',
      'RemovedCat',
      'Geheim123',
    ],
  ],
);
table(
  'isSqlStatement',
  isSqlStatement,
  [
    'select a from b',
    '  SELECT *\nFROM t',
    'insert into t values (1)',
    'Update t set a = 1',
    'DELETE FROM t',
    'exec dbo.proc',
  ],
  [
    'Select a row',
    'Update the sheet',
    'delete from',
    'selection from',
    'Executive summary',
    'Select the customer x from the list',
  ],
);
table(
  'isAbsolutePath',
  isAbsolutePath,
  ['C:\\data\\in.xlsx', 'd:/x', '\\\\srv01\\share\\a', '/home/jane/a'],
  ['data\\in.xlsx', 'https://x', 'C:', '/api/v1'],
);
table(
  'isProfilePath',
  isProfilePath,
  ['C:\\Users\\jane\\a.xlsx', '/home/jane/x'],
  ['C:\\Users\\Public\\a', 'C:\\Users\\%USERNAME%\\a', 'C:\\data\\a'],
);
table(
  'isPathOfOneMachine',
  isPathOfOneMachine,
  [
    'Provider=x;Data Source=D:\\Orders\\in.accdb;Mode=Read',
    'D:\\Orders\\in.xlsx',
    '\\\\filer01\\orders',
    'file:///C:/Users/jane/a',
    '%SystemDrive%\\Users\\jane\\a.xlsx',
  ],
  [
    'C:\\Windows\\notepad.exe',
    'C:\\Users\\{0}\\Downloads\\{1}',
    '/users/get/x',
    'users/me/mails',
    'https://graph.example/users/jane/mails',
    'No file in C:\\Users\\jane\\Orders',
    '\\\\d\\d\\.\\d',
  ],
);

describe('mask', () => {
  it('shows the first two characters from twelve on, and never the length', () => {
    assert.deepEqual([mask('correct-hors'), mask('correct-horse-battery')], ['co******', 'co******']);
  });
  it('shows nothing of a short text', () => {
    assert.deepEqual([mask(''), mask('hunter2'), mask('hunter2hunt')], ['******', '******', '******']);
  });
});

describe('known secret formats', () => {
  const body = 'aZ3kQ9wEr7tYu1iOp5sDf8gHj2lXcV6bNm4K';
  const cases: readonly (readonly [string, string, string | undefined])[] = [
    ['a GitHub token', `x ghp_${body} y`, 'GitHub token'],
    ['an AWS key id', `AKIA${'QX7DK2MZ5TWRB3LV'}`, 'AWS access key id'],
    ["an AWS key id of Amazon's documentation", `AKIA${'IOSFODNN7EXAMPLE'}`, undefined],
    [
      'a signed address',
      `https://prod.logic.azure.com/workflows/1/triggers/manual?se=1&sig=${body.repeat(2).slice(0, 43)}`,
      'signed address (anyone who has it may call it)',
    ],
    ['a password in an address', 'postgres://app:s3cr3tpw@db.internal/x', 'password in an address'],
    ['a placeholder in an address', 'postgres://app:{password}@db.internal/x', undefined],
    ['an address with a port', 'http://host:8080/a@b', undefined],
    [
      'a password in a connection string',
      'Server=db1;User Id=app;Password=Nordwind-71;',
      'password in a connection string',
    ],
    [
      'a password in a connection string of an expression',
      '"Data Source=db1;Pwd=Nordwind-71"',
      'password in a connection string',
    ],
    ['a joined password in a connection string', '"Server=db1;Uid=app;Pwd=" & pwd & ";"', undefined],
    ['a place for the password in a connection string', 'Server=db1;Uid=app;Pwd={0};', undefined],
    ['a variable of a bot in a connection string', 'Server=db1;Uid=app;Pwd=$sPwd$;', undefined],
    ['a login without a database', 'user=app;password=Nordwind-71', undefined],
    ['a login in an Authorization header', 'Basic c3ZjOk5vcmR3aW5kLTcx', 'login in an Authorization header'],
    [
      'a secret in a request for a token',
      'grant_type=client_credentials&client_id=app&client_secret=Nordwind-71&scope=api',
      'secret in a request for a token',
    ],
    [
      'a computed secret in a request for a token',
      "grant_type=client_credentials&client_secret=@{body('Get_secret')?['value']}",
      undefined,
    ],
    ['words behind "Basic"', 'Basic Authentication and Basic Troubleshooting', undefined],
    ['a token prefix alone', 'tokens start with ghp_ and glpat-', undefined],
    ['a repeated character', `ghp_${'a'.repeat(36)}`, undefined],
  ];
  for (const [name, text, title] of cases) {
    it(`${title === undefined ? 'leaves alone' : 'finds'} ${name}`, () => {
      assert.deepEqual(
        knownSecretsIn(text).map((found) => found.title),
        title === undefined ? [] : [title],
      );
    });
  }
  it('takes linear time for hostile text', () => {
    const hostile = [
      `eyJ${'a'.repeat(199_000)}`,
      'a://'.repeat(40_000),
      `${'ghp_'.repeat(40_000)}`,
      `sig=${'%'.repeat(190_000)}`,
    ];
    const started = process.cpuUsage();
    for (const text of hostile) knownSecretsIn(text);
    const { user } = process.cpuUsage(started);
    assert.ok(user < 5_000_000, `${user} µs of processor time; a backtracking pattern would take hours`);
  });
  it('measures entropy in bits for each character', () => {
    assert.equal(entropyOf('aaaa'), 0);
    assert.equal(entropyOf('abcd'), 2);
  });
});

describe('shownPlace', () => {
  for (const [text, shown] of [
    [
      'https://svc:Nordwind-71@files.example.com:8443/a.js?sig=Zq8Lw3Rt6Yp1',
      'https://files.example.com:8443/…',
    ],
    ['https://hooks.slack.com/services/T0A/B0A/Zq8Lw3Rt6Yp1', 'https://hooks.slack.com/…'],
    ['https://app.example.com', 'https://app.example.com'],
    [' C:\\Tools\\a.exe ', 'C:\\Tools\\a.exe'],
    ['\\\\files\\tools', '\\\\files\\tools'],
  ] as const)
    it(`shows ${shown}`, () => assert.equal(shownPlace(text), shown));
});
