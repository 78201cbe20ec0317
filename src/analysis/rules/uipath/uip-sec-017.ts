/** A workflow deserialises outside data into objects of any type that it names. */
import { defineRule } from '../../model/rule.ts';
import { expressionTitle } from '../../patterns/code/expression-code.ts';
import { unsafeReadersIn } from '../../patterns/code/unsafe-readers.ts';

const KEYWORD = /TypeNameHandling|Formatter|NetDataContract|SimpleTypeResolver/i;
const UNSAFE = [
  'TypeNameHandling',
  'BinaryFormatter',
  'NetDataContractSerializer',
  'LosFormatter',
  'SoapFormatter',
  'ObjectStateFormatter',
  'JavaScriptSerializer with SimpleTypeResolver',
];

export const rule = defineRule({
  id: 'UIP-SEC-017',
  version: 1,
  title: 'Unsafe deserialisation',
  platforms: ['uipath'],
  category: 'security',
  severity: 'high',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'The data decides which classes are created, so whoever can write the file, message or queue item can run code on the robot machine.',
  fix: 'Use "Deserialize JSON" or JsonConvert.DeserializeObject(Of T) into a type of your own with TypeNameHandling.None, and read XML with "Deserialize XML" or DataContractSerializer.',
  compliance: ['INJ'],
  controls: ['CWE-502', 'OWASP:A08:2025'],
  options: {},
  level: 'expression',
  words: ['typenamehandling', 'formatter', 'netdatacontract', 'simpletyperesolver'],
  *check(expression, { workflow }) {
    if (!KEYWORD.test(expression.text)) return;
    const unsafe = unsafeReadersIn(expression);
    const used = UNSAFE.find((name) => unsafe.has(name));
    if (used === undefined) return;
    yield {
      at: expression,
      message: `Here ${expressionTitle(workflow, expression)} reads data with ${used}, which creates whatever objects the data names.`,
      subject: expression.name,
    };
  },
  examples: {
    uipath: {
      bad: [
        `<Assign><Assign.Value><InArgument x:TypeArguments="x:Object">
  [JsonConvert.DeserializeObject(text, New JsonSerializerSettings With {.TypeNameHandling = TypeNameHandling.All})]</InArgument></Assign.Value></Assign>`,
        '<ui:InvokeCode DisplayName="Load state" Code="Dim f As New BinaryFormatter()&#xA;state = f.Deserialize(stream)" />',
        '<ui:InvokeCode Language="CSharp" Code="var s = new JavaScriptSerializer( new SimpleTypeResolver() );" />',
      ],
      good: [
        '<ui:DeserializeJson JsonString="[text]" JsonObject="[json]" />',
        '<ui:InvokeCode Code="settings.TypeNameHandling = TypeNameHandling.None" />',
        // Near misses: only mentioned, and a formatter of another kind.
        '<ui:InvokeCode Code="\' BinaryFormatter is not safe&#xA;Dim formatter As New DateFormatter()" />',
        '<WriteLine Text="[&quot;no BinaryFormatter&quot;]" />',
      ],
    },
  },
});
