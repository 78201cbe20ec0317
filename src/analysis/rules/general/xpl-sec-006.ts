/** A secret becomes part of an address, which logs keep. */
import { defineFlowRule } from '../define-flow-rule.ts';

export const rule = defineFlowRule('XPL-SEC-006', { family: 'secret', sinks: ['url'] });
