/** Facts of the rule of a gate's conditions. Generated from its page by `npm run generate`; do not edit. */
import type { RuleFacts } from '../analysis/model/rule.ts';

export const CONDITION: RuleFacts = {
  id: "XPL-ENG-008",
  title: "Policy condition not met",
  severity: "high",
  confidence: "high",
  kind: "hotspot",
  preset: "recommended",
  platforms: ["uipath","power-automate","automation-anywhere","blue-prism"],
  version: 1,
  compliance: ["INTEG"],
  options: {},
  category: "engine",
  why: "The policy pack in force requires this condition in addition to the absence of blocking findings. No exception waives it.",
  fix: "Fix the findings that the condition counts, or ask the publishers of the policy pack to change it.",
};
