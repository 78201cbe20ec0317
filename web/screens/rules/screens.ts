/** Screens of the rule catalogue, which browsers load as one file. */
export { default as RuleScreen } from './rule-screen.tsx';
export { default as RulesScreen } from './rules-screen.tsx';
