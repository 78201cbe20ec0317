/** Tools about rules: which there are, why one matters, and what the policy in force is. */
import { relative } from 'node:path';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { policyKey } from '../../analysis/engine/policies/task-policy.ts';
import { platformFromWire } from '../../analysis/model/platform.ts';
import { CATEGORIES, SEVERITIES } from '../../analysis/model/rule.ts';
import { loadRules, requireRule } from '../rules/find-rule.ts';
import { ruleJson } from '../rules/rule-json.ts';
import { ruleText } from '../rules/rule-text.ts';
import { subjectText } from '../rules/subject-text.ts';
import type { McpContext } from './context.ts';
import { argumentsOf } from './judge-tools.ts';
import { OFFSET_INPUT, PLATFORM_INPUT } from './tool-inputs.ts';
import { PAGE_ENTRIES_MAX, plainText, resultPage, workflowData } from './tool-result.ts';

const RULE_FILTERS = {
  platform: PLATFORM_INPUT.optional(),
  category: z.enum(CATEGORIES).optional(),
  severity: z.enum(SEVERITIES).optional(),
  offset: OFFSET_INPUT,
};

const READS = { readOnlyHint: true, openWorldHint: false };

/** Registers the tools. */
export function registerRuleTools(server: McpServer, context: McpContext): void {
  server.registerTool(
    'explain',
    {
      title: 'Explain a rule, a finding, an activity or a check of a vendor',
      description:
        "Says why a rule matters, how to fix its findings in each designer, and shows examples. Takes the id of a rule (UIP-SEC-001), of a finding of an earlier run, the type of a UiPath activity (WriteRangeX), or a check of a vendor's analyser (ST-DBP-002), to which it names the rules that report the same.",
      inputSchema: { subject: z.string().min(1).max(200) },
      annotations: READS,
    },
    context.handler(async ({ subject }: { subject: string }) => {
      const rules = await loadRules();
      const finding = context.runs.find(subject.toLowerCase());
      if (finding !== undefined) {
        const text = await ruleText(requireRule(rules, finding.catalogRuleId));
        const { content } = workflowData(finding);
        return { content: [...plainText(text).content, ...content] };
      }
      return plainText(await subjectText(subject, rules));
    }),
  );
  server.registerTool(
    'list_rules',
    {
      title: 'List rules',
      description: 'Lists the rules by id: title, severity, category and platforms.',
      inputSchema: RULE_FILTERS,
      annotations: READS,
    },
    context.handler(async (input: z.infer<z.ZodObject<typeof RULE_FILTERS>>) => {
      const platform = input.platform === undefined ? undefined : platformFromWire(input.platform);
      const found = (await loadRules())
        .filter((rule) => platform === undefined || rule.platforms.includes(platform))
        .filter(({ category }) => input.category === undefined || category === input.category)
        .filter(({ severity }) => input.severity === undefined || severity === input.severity)
        .toSorted((a, b) => (a.id < b.id ? -1 : 1))
        .map((rule) => {
          const { ruleId, title, severity, category, platforms, preset } = ruleJson(rule);
          return { ruleId, title, severity, category, platforms, preset };
        });
      const { entries, nextOffset } = resultPage(found, input.offset, PAGE_ENTRIES_MAX);
      return plainText(JSON.stringify({ total: found.length, rules: entries, nextOffset }));
    }),
  );
  server.registerTool(
    'policy',
    {
      title: 'Read the policy in force',
      description:
        'Says which rules and which gate hold in the working folder: the policy pack of flowarden.json or the built-in ruleset, with a digest that changes with it.',
      inputSchema: {},
      annotations: READS,
    },
    context.handler(async () => {
      const { policy, ruleset, gate, compare } = await argumentsOf({}, [], await context.folders());
      return workflowData({
        pack: policy === null ? null : relative(process.cwd(), policy.file),
        environment: policy?.environment ?? null,
        ruleset: typeof ruleset === 'string' ? ruleset : null,
        digest: policyKey(ruleset),
        mode: gate.mode,
        failOn: gate.failOn,
        baseline: compare.baseline ?? null,
      });
    }),
  );
}
