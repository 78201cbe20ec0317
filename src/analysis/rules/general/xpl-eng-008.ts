/** Reports a condition of the gate that fails. The gate itself reports it: no check sees the whole result. */
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('XPL-ENG-008', { level: 'workflow', check: () => [] });
