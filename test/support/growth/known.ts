/** Constructs whose analysis once grew with the square of their number. */
import type { Platform } from '../../../src/analysis/model/platform.ts';
import { PLATFORM_READERS } from '../../../src/analysis/platforms/read-workflows.ts';

/** A file that consists of repetitions of one construct. */
export interface KnownConstruct {
  readonly name: string;
  readonly platform: Platform;
  /** Builds a file of about so many bytes. */
  grow(bytes: number): Buffer;
}

/** Repeats a text until there are so many bytes; `#` in it is the number of the repetition. */
function times(unit: string, bytes: number, separator = ''): string {
  const count = Math.ceil(bytes / (unit.length + separator.length));
  return Array.from({ length: count }, (_, i) => unit.replaceAll('#', String(i))).join(separator);
}

function construct(name: string, platform: Platform, fragment: (bytes: number) => string): KnownConstruct {
  const { snippet } = PLATFORM_READERS.find((reader) => reader.platform === platform)!;
  return { name, platform, grow: (bytes) => Buffer.from(snippet(fragment(bytes))) };
}

const LOOP =
  '<ui:ForEachRow DataTable="[rows]"><ui:ForEachRow.Body><ActivityAction x:TypeArguments="sd:DataRow"><Sequence>';
const LOOP_END = '</Sequence></ActivityAction></ui:ForEachRow.Body></ui:ForEachRow>';

export const KNOWN_CONSTRUCTS: readonly KnownConstruct[] = [
  construct(
    'rows removed in a loop',
    'uipath',
    (bytes) =>
      `<Variable x:TypeArguments="sd:DataTable" Name="rows" />${LOOP}${times('<ui:RemoveDataRow DataTable="[rows]" Row="[row]" />', bytes)}${LOOP_END}`,
  ),
  construct('lists of members', 'uipath', (bytes) => {
    return `<Activity x:Class="Main" xmlns="http://schemas.microsoft.com/netfx/2009/xaml/activities" xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml">${times('<x:Members />', bytes)}<Sequence /></Activity>`;
  }),
  construct('places of a group', 'automation-anywhere', (bytes) => {
    const mail =
      '{"uid":"m#","commandName":"sendMail","packageName":"Email","attributes":[{"name":"emailServerHost","value":{"type":"STRING","string":"mail.example.com"}},{"name":"useSecureConnection","value":{"type":"BOOLEAN","boolean":false}}]}';
    return times(mail, bytes, ',');
  }),
  construct(
    'backslashes in a line',
    'power-automate',
    (bytes) => `SET Total TO 1\nSET Path TO ${'\\'.repeat(bytes)}x`,
  ),
  construct('functions that call themselves', 'power-automate', (bytes) =>
    times('FUNCTION F# GLOBAL\nCALL F#\nEND FUNCTION', bytes, '\n'),
  ),
  construct(
    'choices without a link',
    'blue-prism',
    (bytes) =>
      `<stage stageid="w" name="Wait" type="WaitStart"><groupid>g</groupid><choices>${times('<choice><name>C#</name></choice>', bytes)}</choices></stage><stage stageid="v" name="Time Out" type="WaitEnd"><onsuccess>end</onsuccess><groupid>g</groupid></stage>`,
  ),
  construct(
    'parameters of an action with secured outputs',
    'power-automate',
    (bytes) =>
      `"Get":{"type":"Http","inputs":{"method":"GET","uri":"https://a.example","body":{${times(`"m#":"@variables('x')"`, bytes, ',')}}},"runtimeConfiguration":{"secureData":{"properties":["outputs"]}},"runAfter":{}}`,
  ),
  construct(
    'settings of a step that get a secret',
    'power-automate',
    (bytes) =>
      `"Get secret":{"type":"OpenApiConnection","inputs":{"host":{"apiId":"/providers/Microsoft.PowerApps/apis/shared_keyvault","operationId":"GetSecret"},"parameters":{"secretName":"Erp"}},"runAfter":{}},"Keep":{"type":"OpenApiConnection","inputs":{"host":{"apiId":"/providers/Microsoft.PowerApps/apis/shared_sharepointonline","operationId":"CreateFile"},"parameters":{${times(`"body/m#":"@{body('Get_secret')?['value']}"`, bytes, ',')}}},"runAfter":{"Get secret":["Succeeded"]}}`,
  ),
];
