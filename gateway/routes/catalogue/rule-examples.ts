/** Example bodies of rules in the API reference. A test checks them against the schemas. */

export const ruleSummaryExample = {
  ruleId: 'UIP-REL-001',
  version: 1,
  title: 'Empty catch block',
  platforms: ['platform_1'],
  category: 'reliability',
  severity: 'high',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'A catch without activities makes errors disappear.',
  fix: 'Log the exception and rethrow it, or handle the cases that you expect.',
  complianceTags: ['SOC2:CC7.2'],
  optionDetails: [
    {
      name: 'allowCommented',
      default: false,
      about: 'Accept a block that holds a comment.',
      unit: null,
      stricter: 'lower',
    },
  ],
  needsOneOf: [],
};

export const ruleExample = {
  ...ruleSummaryExample,
  options: { allowCommented: false },
  examples: [{ platform: 'platform_1', bad: true, text: '<TryCatch><TryCatch.Catches>…' }],
  designers: [
    {
      designer: 'UiPath Studio',
      platform: 'platform_1',
      steps: ['Select the exception.', 'Drag "Rethrow" into its box.'],
    },
  ],
  docsUrl: 'https://flowarden.example/docs/rules/UIP-REL-001',
};
