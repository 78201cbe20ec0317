/** A project that starts although packages are missing. */
import { setMemberAt } from '../edits/json-edits.ts';
import type { Fix } from '../fix.ts';

export const fix: Fix = {
  rule: 'UIP-SUP-007',
  does: 'Makes the robot restore all packages before it starts (mustRestoreAllDependencies).',
  consequence: 'A robot that lacks a package no longer starts the process.',
  json: ({ doc }) => [setMemberAt(doc, 0, ['runtimeOptions', 'mustRestoreAllDependencies'], true)],
};
