import type { FrameworkTable } from './framework.ts';
import { OWASP_AGENTIC } from './owasp-agentic.ts';
import { OWASP_LLM } from './owasp-llm.ts';

/** Controls of a list of OWASP, numbered as in all of them. */
const listed = ({ prefix, controls }: FrameworkTable) =>
  controls.map((control) => ({ ...control, number: prefix.slice('OWASP:'.length) + control.number }));

/** All lists of OWASP: the top ten, and those for models and agents. */
export const OWASP: FrameworkTable = {
  about: 'OWASP Top 10, 2025, together with the two lists below',
  prefix: 'OWASP:',
  hides: 'Weaknesses of the applications that a robot uses, and of the platform that runs it.',
  controls: [
    { number: 'A01:2025', title: 'Access that nobody limits' },
    { number: 'A03:2025', title: 'Software of others' },
    { number: 'A04:2025', title: 'Weak or missing cryptography' },
    { number: 'A05:2025', title: 'Data that becomes a command' },
    { number: 'A06:2025', title: 'Flaws of the design' },
    { number: 'A07:2025', title: 'Sign-in' },
    {
      number: 'A08:2025',
      title: 'Unchecked software and data',
      reason: 'The rule reports data that becomes objects without a check of where it comes from.',
    },
    { number: 'A09:2025', title: 'Logs and alerts' },
    { number: 'A10:2025', title: 'Failures handled badly' },
    ...listed(OWASP_LLM),
    ...listed(OWASP_AGENTIC),
  ],
};
