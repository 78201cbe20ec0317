/** Finds code that deserialises outside data, or parses XML, with unsafe settings. */
import { defineRule } from '../../model/rule.ts';
import { codePartOf, treeCode } from '../../patterns/blue-prism/stage-code.ts';
import { unsafeReadersIn } from '../../patterns/code/unsafe-readers.ts';

/** Builds an example: a Code stage. */
const stage = (code: string): string =>
  `<stage stageid="c" name="Read Order" type="Code"><onsuccess>end</onsuccess><code><![CDATA[${code}]]></code></stage>`;

export const rule = defineRule({
  id: 'BPR-SEC-018',
  version: 1,
  title: 'Unsafe deserialisation or XML parsing in code',
  platforms: ['blue-prism'],
  category: 'security',
  severity: 'high',
  confidence: 'medium',
  kind: 'issue',
  preset: 'recommended',
  why: 'Data that somebody else wrote can make the robot run code, read files of its machine, or call addresses inside the network.',
  fix: 'Read JSON into known types with TypeNameHandling.None, use XmlSerializer or DataContractSerializer in place of binary formatters, and read XML with DtdProcessing.Prohibit and XmlResolver = Nothing.',
  compliance: ['INJ'],
  controls: ['CWE-502', 'CWE-611'],
  options: {},
  examples: {
    'blue-prism': {
      bad: [
        stage(
          'Dim reader As New System.Runtime.Serialization.Formatters.Binary.BinaryFormatter()\norder = reader.Deserialize(stream)',
        ),
        stage('settings.TypeNameHandling = TypeNameHandling.All'),
        stage('settings.DtdProcessing = DtdProcessing.Parse\nsettings.XmlResolver = New XmlUrlResolver()'),
      ],
      good: [
        stage('settings.DtdProcessing = DtdProcessing.Prohibit\nsettings.XmlResolver = Nothing'),
        stage('settings.TypeNameHandling = TypeNameHandling.None'),
        // Only mentioned.
        stage("' BinaryFormatter is not safe, so:\norder = serializer.Deserialize(stream)"),
      ],
    },
  },
  level: 'text',
  words:
    'formatter simpletyperesolver netdatacontract typenamehandling xmlurlresolver prohibitdtd dtdprocessing'.split(
      ' ',
    ),
  *check(text, { workflow }) {
    const part = codePartOf(workflow, text);
    const code = part && treeCode(part);
    const used = code && [...unsafeReadersIn(code)].join(', ');
    if (part !== undefined && used) yield { at: part.at, message: `${part.title} uses ${used}.` };
  },
});
