/** Screens of rules and of the packs that set them, which browsers load as one file. */
export { default as PoliciesScreen } from './policies/policies-screen.tsx';
export { default as PolicyScreen } from './policies/policy-screen.tsx';
export { default as RuleScreen } from './rules/rule-screen.tsx';
export { default as RulesScreen } from './rules/rules-screen.tsx';
