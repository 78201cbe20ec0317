/** Predicates about names and values that rules share: hits, and what only looks like one. */
import { namesPassword } from '../../../src/analysis/patterns/blue-prism/password-element.ts';
import { isLogPath, removesLogs } from '../../../src/analysis/patterns/code/log-removal.ts';
import { weaknessOf } from '../../../src/analysis/patterns/code/weak-algorithm.ts';
import { isLogin } from '../../../src/analysis/patterns/secrets/basic-login.ts';
import { oraclePassword } from '../../../src/analysis/patterns/secrets/connection-string.ts';
import { endsWithEncodedFlag, isEncoded } from '../../../src/analysis/patterns/secrets/encoded-payload.ts';
import { secretInHeader } from '../../../src/analysis/patterns/secrets/header-secret.ts';
import { secretsInJson } from '../../../src/analysis/patterns/secrets/json-secret.ts';
import { isSecretElement } from '../../../src/analysis/patterns/secrets/xml-secret.ts';
import { isAddressSetting } from '../../../src/analysis/patterns/texts/address-setting.ts';
import { fileNameOf, plainPath } from '../../../src/analysis/patterns/texts/file-name.ts';
import {
  mayHoldNumbers,
  personalDataIn,
  personalEmailsIn,
} from '../../../src/analysis/patterns/texts/personal-data.ts';
import { xmlElements } from '../../../src/analysis/semantics/assignments/xml-elements.ts';
import { isServiceUrl } from '../../../src/analysis/semantics/http-url.ts';
import { type SecretContext, secretness } from '../../../src/analysis/semantics/secretness/secretness.ts';
import { wordsOf } from '../../../src/analysis/semantics/words.ts';
import { matchesWildcard } from '../../../src/text/wildcard.ts';
import { rows } from '../../support/rows.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const PASSWORD = ['Tb5N', 'cW1y', 'Hp!'].join('');

rows('matchesWildcard', ([text, pattern]: readonly [string, string]) => matchesWildcard(text, pattern), [
  [['GitHub.com', 'github.com'], true],
  [['api.github.com', '*.github.com'], true],
  [['github.com', '*.github.com'], false],
  [['abc', 'a*c'], true],
  [['ab', 'a*b*b'], false],
  [['a-b-c', 'a*b*c'], true],
  [['', '*'], true],
]);

rows('wordsOf', wordsOf, [
  ['in_DbPassword2', ['in', 'db', 'password']],
  ['APIKey', ['api', 'key']],
  ['', []],
]);

rows('secretness of a name', (name: string) => secretness(name), [
  ['ewsSecuredPassword', 'certain'],
  ['apiKey', 'certain'],
  ['in_ApiToken', 'certain'],
  ['PasswordErp', 'likely'],
  ['passwordOption', 'likely'],
  ['in_Credential', 'named'],
  ['ConnectionString', 'named'],
  ['SelectToken', 'no'],
  ['JToken', 'named'],
  ['CancellationToken', 'no'],
  ['Invalid password', 'no'],
  ['Enter password', 'no'],
  ['promptPassword', 'no'],
  ['your_api_key', 'no'],
  ['syncToken', 'no'],
  ['syncPassword', 'certain'],
  ['PasswordFieldSelector', 'no'],
  ['keyboard', 'no'],
]);

const BOTH: SecretContext = { counts: 'both' };
const CONNECTIONS: SecretContext = { counts: 'connections' };

rows(
  'secretness of a value',
  ([name, value, context]: readonly [string | null, (string | undefined)?, SecretContext?]) =>
    secretness(name, value, context),
  [
    [['DbPassword', PASSWORD], 'certain'],
    [['PasswordErp', PASSWORD], 'certain'],
    [['PasswordErp', 'nordwind'], 'likely'],
    [['PasswordErp', 'ada1@example.org'], 'likely'],
    [[null, 'nordwind'], 'certain'],
    [['Password', 'password'], 'named'],
    [['in_SapPassword', 'SapPassword'], 'named'],
    [['DbPassword', 'https://vault.example.org/secret'], 'named'],
    [['DbPassword', 'ftp://files.example.org'], 'named'],
    [['DbPassword', '/subscriptions/1/vaults/v/secrets/s'], 'named'],
    [['DbPassword', 'Token expired'], 'named'],
    [['token', 'Unauthorized!'], 'named'],
    [['token', 'Time out!'], 'named'],
    [['token', 'Unauthorized-71'], 'certain'],
    [['DbPassword', '{{password}}'], 'named'],
    [['DbPassword', 'abc'], 'named'],
    [['DbPassword', 'abc', { minLength: 3 }], 'certain'],
    [['InvoiceNumber', PASSWORD], 'no'],
    [['ErpCredential', 'SAP_PROD1'], 'named'],
    [['ErpCredential', 'SAP_PROD1', BOTH], 'certain'],
    [['ConnectionString', undefined, CONNECTIONS], 'certain'],
    [['ConnectionString', 'Server=db1;Trusted_Connection=True', CONNECTIONS], 'named'],
    [['ConnectionString', `Server=db1;Password=${PASSWORD}`, CONNECTIONS], 'certain'],
    [['ConnectionString', `Server=db1;Password=${PASSWORD}`], 'named'],
  ],
);

rows('secretInHeader', ([name, text]: readonly [string, string]) => secretInHeader(name, text), [
  [['Authorization', `Bearer ${PASSWORD}`], PASSWORD],
  [['X-Api-Key', PASSWORD], PASSWORD],
  [['X-CSRF-Token', 'Fetch'], undefined],
  // Its form is recognised without the header.
  [['Authorization', `Basic ${base64(`robot:${PASSWORD}`)}`], undefined],
  [['Content-Type', 'application/json'], undefined],
  [['Authorization', 'Bearer {token}'], undefined],
]);

rows('isLogin', isLogin, [
  [base64(`robot:${PASSWORD}`), true],
  [base64('no colon in it'), false],
  ['not base64 at all', false],
]);

rows('oraclePassword', oraclePassword, [
  [`jdbc:oracle:thin:robot/${PASSWORD}@db.example.org:1521:orcl`, PASSWORD],
  ['jdbc:oracle:thin:robot/%password%@db.example.org:1521:orcl', undefined],
  ['jdbc:oracle:thin:@db.example.org:1521:orcl', undefined],
  ['user@example.org', undefined],
]);

rows('secretsInJson', (text: string) => [...secretsInJson(text)], [
  [`{"user": "robot", "password": "${PASSWORD}"}`, [{ name: 'password', text: PASSWORD }]],
  ['{"password": "%password%"}', []],
  [`password: "${PASSWORD}"`, []],
  ['{"passwordPolicy": "strict"}', []],
]);

rows('isSecretElement', (text: string) => [...xmlElements(text)].filter(isSecretElement), [
  [`<Login><Password>${PASSWORD}</Password></Login>`, [{ name: 'Password', text: PASSWORD }]],
  ['<Login><Password>{0}</Password></Login>', []],
  [`a <Password>${PASSWORD}</Password>`, []],
]);

rows('isEncoded', isEncoded, [
  [base64('Write-Output "Hello from a longer script"'), true],
  [base64('short'), false],
  [`${base64('Write-Output "Hello from a longer script"')} and more`, false],
]);

rows(
  'endsWithEncodedFlag',
  ([text, isPowerShell]: readonly [string, boolean]) => endsWithEncodedFlag(text, isPowerShell),
  [
    [['powershell -EncodedCommand ', false], true],
    [['powershell -e ', true], true],
    [['grep -e ', false], false],
    [['powershell -File ', true], false],
  ],
);

rows('removesLogs', removesLogs, [
  ['wevtutil cl Security', true],
  ['Clear-EventLog -LogName System', true],
  ['del C:\\Robot\\app.log', true],
  ['wevtutil qe Security', false],
  ['del C:\\Robot\\login.txt', false],
]);

rows('isLogPath', isLogPath, [
  ['C:\\Robot\\app.log', true],
  ['C:\\Robot\\logs\\*', true],
  ['C:\\Robot\\catalog', false],
  ['C:\\Robot\\app.log.txt', false],
]);

rows('weaknessOf', (name: string) => weaknessOf(name).title, [
  ['MD5', 'MD5'],
  ['TripleDES', 'Triple DES'],
  ['Blowfish', 'Blowfish'],
]);

rows('namesPassword', namesPassword, [
  ['Login.txtPassword', true],
  ['Login.Forgot Password', false],
  ['Login.Password label', false],
  ['Login.Compass', false],
]);

rows('mayHoldNumbers', mayHoldNumbers, [
  ['a12', true],
  ['1a2', false],
  ['', false],
]);

rows(
  'personalDataIn',
  ([text, name]: readonly [string, string]) =>
    personalDataIn(text, name, new Set(['4111111111111111'])).map(({ title }) => title),
  [
    [['Card 4539 1488 0343 6467', ''], ['card number']],
    [['4111 1111 1111 1111', ''], []],
    [['4539 1488 0343 6468', ''], []],
    [['DE89 3704 0044 0532 0130 00', ''], ['bank account number (IBAN)']],
    [['512-48-7731', 'order'], []],
    [['SSN 512-48-7731', ''], ['US social security number']],
  ],
);

rows('personalEmailsIn', (text: string) => personalEmailsIn(text), [
  ['Write to ada.loewe@gmail.com', ['ada.loewe@gmail.com']],
  ['Write to team@contoso.com', []],
]);

rows('isAddressSetting', (name: string) => isAddressSetting({ name }), [
  ['Url', true],
  ['BaseUrl', true],
  ['Curl', false],
  ['Title', false],
]);

rows('isServiceUrl', isServiceUrl, [
  ['https://api.example.org/v1', true],
  ['mailto:ada@example.org', false],
  ['see https://example.org', false],
]);

rows('plainPath', plainPath, [
  ['file://Data/Input.xlsx ', 'Data\\Input.xlsx'],
  ['./Data/Input.xlsx', '.\\Data\\Input.xlsx'],
]);

rows('fileNameOf', fileNameOf, [
  ['Data/Input.xlsx', 'input.xlsx'],
  ['"C:\\Program Files\\Robot.exe" --silent', 'robot.exe'],
  ['Input.xlsx', 'input.xlsx'],
]);
