/**
 * Writes every generated file. With `--check` it writes nothing and fails when a file on disk differs.
 *
 * Usage: npm run generate [-- --check]
 */

import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { capacityDocument } from '../bench/capacity/capacity-document.ts';
import { configSchema } from '../src/cli/config/config-keys.ts';
import { PIPELINES } from '../src/cli/setup/pipelines.ts';
import { packEditorSchema, ruleEditorSchema } from '../src/policy/source/editor-schema.ts';
import { clientTypes } from './client-types.ts';
import { compactJson } from './compact-json.ts';
import { contractTables } from './contract-tables.ts';
import { customRulesDocument } from './custom-rules-document.ts';
import { dataFlowDocument } from './data-flow-document.ts';
import { descriptorsModule } from './descriptors.ts';
import { driftSchema } from './drift-schema.ts';
import { evidenceSchema } from './evidence-schema.ts';
import { kubernetesAlerts } from './kubernetes-alerts.ts';
import { DOCUMENTS, withPowerShell } from './powershell/blocks.ts';
import { reportSchema } from './report-schema.ts';
import { catalogueModule, conditionModule, readCatalogue, ruleIdsModule } from './rules/catalogue-module.ts';
import { rulesDocument } from './rules/rules-document.ts';
import { rulesIndex } from './rules/rules-index.ts';
import { settingsDocument } from './settings-document.ts';
import { submitPipelinesModule } from './submit-pipelines-module.ts';

const ROOT = join(import.meta.dirname, '..');
const RULES = join(ROOT, 'src/analysis/rules');
const CATALOGUE = 'src/gen/rule-catalogue.ts';
const CONDITION = 'src/gen/condition-rule.ts';
const FIELD_LIMITS = 'src/gen/contract/field-limits.ts';

/** Code of options and of REST's own messages, which the tables of the contract have instead. */
const OPTION_FILES = /^(?:buf|google\/api|google\/protobuf\/descriptor|flowarden\/(?:options|rest))\b/;

/** Runs buf into a temporary folder and returns path → content of its output. */
function generatedCode(): Map<string, string> {
  const out = mkdtempSync(join(tmpdir(), 'flowarden-generate-'));
  try {
    const buf = join(ROOT, 'node_modules/.bin/buf');
    const run = spawnSync(buf, ['generate', '-o', out], { cwd: ROOT, encoding: 'utf8' });
    if (run.status !== 0) throw new Error(`buf generate failed: ${run.stderr}`);
    const files = readdirSync(join(out, 'src/gen'), { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !OPTION_FILES.test(file),
    );
    return new Map(
      files.map((file) => [`src/gen/${file}`, readFileSync(join(out, 'src/gen', file), 'utf8')]),
    );
  } finally {
    rmSync(out, { recursive: true });
  }
}

/**
 * Yields path and content of every generated file. The catalogue comes first, because other files are generated from
 * it.
 */
async function* outputs(): AsyncGenerator<readonly [string, string]> {
  const catalogue = readCatalogue(RULES);
  yield [CONDITION, conditionModule(catalogue)];
  yield [CATALOGUE, catalogueModule(catalogue)];
  yield ['src/gen/rule-ids.ts', ruleIdsModule(catalogue)];
  yield ['src/analysis/rules/index.ts', rulesIndex(RULES)];
  yield ['docs/rules.md', rulesDocument(catalogue)];
  yield* generatedCode();
  yield* contractTables(ROOT);
  yield ['src/gen/contract/descriptors.ts', descriptorsModule(ROOT)];
  // Code that reads the tables is loaded when they have been written.
  const { limitsDocument } = await import('./limits-document.ts');
  yield ['docs/limits.md', limitsDocument()];
  yield ['docs/custom-rules.md', customRulesDocument()];
  yield ['docs/data-flow.md', dataFlowDocument()];
  const { frameworksDocument } = await import('./frameworks-document.ts');
  yield ['docs/frameworks.md', frameworksDocument()];
  const { packsDocument } = await import('./packs-document.ts');
  yield ['docs/packs.md', packsDocument()];
  yield ['docs/capacity.md', capacityDocument()];
  yield ['docs/settings.md', settingsDocument()];
  const { metricsDocument } = await import('./metrics-document.ts');
  yield ['docs/metrics.md', metricsDocument()];
  const { buildOpenApi } = await import('../gateway/openapi/openapi.ts');
  const openApi = buildOpenApi();
  yield ['openapi.json', `${compactJson(openApi, 4)}\n`];
  yield ['clients/typescript/src/api.ts', clientTypes(openApi)];
  yield ['src/gen/contract/answers.ts', clientTypes(buildOpenApi(['/'], undefined, 'camel'))];
  for (const { file, text } of Object.values(PIPELINES)) yield [`deploy/ci/${file}`, text];
  yield ['deploy/kubernetes/components/monitoring/alerts.yaml', kubernetesAlerts(ROOT)];
  yield ['web/screens/connect/submit-pipelines.ts', submitPipelinesModule()];
  for (const document of DOCUMENTS)
    yield [document, withPowerShell(document, readFileSync(join(ROOT, document), 'utf8'))];
  yield ['docs/flowarden.schema.json', `${compactJson(configSchema(), 3)}\n`];
  yield ['docs/policy-rule.schema.json', `${compactJson(ruleEditorSchema(), 3)}\n`];
  yield ['docs/policy-pack.schema.json', `${compactJson(packEditorSchema(), 3)}\n`];
  yield ['docs/drift.schema.json', `${compactJson(driftSchema(), 3)}\n`];
  yield ['docs/evidence.schema.json', `${compactJson(evidenceSchema(openApi as never), 3)}\n`];
  yield ['docs/report.schema.json', `${compactJson(reportSchema(openApi as never), 3)}\n`];
}

const check = process.argv.includes('--check');
const stale: string[] = [];
for await (const [path, content] of outputs()) {
  const file = join(ROOT, path);
  if (existsSync(file) && readFileSync(file, 'utf8') === content) continue;
  stale.push(path);
  if (check) continue;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  // Other generated files are made from these, which are loaded already.
  if ([CATALOGUE, CONDITION, FIELD_LIMITS].includes(path))
    process.exit(spawnSync(process.execPath, process.argv.slice(1), { stdio: 'inherit' }).status ?? 1);
}
if (stale.length > 0) console.log(`${check ? 'Out of date' : 'Written'}: ${stale.join(', ')}`);
if (check && stale.length > 0) {
  console.log('Run `npm run generate` and commit the result.');
  process.exitCode = 1;
}
