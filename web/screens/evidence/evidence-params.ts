/** Framework, time and view of the evidence in the address. */
import type { Framework } from '../../../src/contract/lists/estate.ts';
import { dayOf, dayParam, startOfDay } from '../../routing/days.ts';
import { choiceParam, textParam } from '../../routing/url-state.ts';

/** Framework → its name for people. */
export const FRAMEWORK_LABELS: Readonly<Record<Framework, string>> = {
  ISO27001: 'ISO 27001',
  SOC2: 'SOC 2',
  PCI: 'PCI DSS',
  NIST: 'NIST',
  GDPR: 'GDPR',
  HIPAA: 'HIPAA',
  'SOX-ITGC': 'SOX ITGC',
  DORA: 'DORA',
  NIS2: 'NIS2',
  'EU-AI-Act': 'EU AI Act',
  ISO42001: 'ISO 42001',
  'OWASP-LLM': 'OWASP LLM',
  'OWASP-Agentic': 'OWASP Agentic',
  OWASP: 'OWASP',
  LCNC: 'OWASP Low-Code/No-Code',
  CWE: 'CWE',
};

/** Frameworks in their order. */
export const FRAMEWORKS = Object.keys(FRAMEWORK_LABELS) as readonly Framework[];

/** Parameters of the address. */
export const EVIDENCE_PARAMS = {
  framework: choiceParam<Framework>(FRAMEWORKS, 'ISO27001'),
  from: dayParam(),
  to: dayParam(),
  view: choiceParam(['controls', 'report'], 'controls'),
  /** Control in the panel. */
  control: textParam(),
};

/** First and last day of the time in question. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

const DAYS_DEFAULT = 90;
const DAY_MS = 86_400_000;

/** Returns the days that were chosen; else the last 90. */
export function periodOf({ from, to }: Period): Period {
  const now = new Date();
  return { from: from || dayOf(new Date(now.getTime() - DAYS_DEFAULT * DAY_MS)), to: to || dayOf(now) };
}

/** Returns the bounds of a period as a call takes them; its last day is part of it. */
export function boundsOf({ from, to }: Period): { readonly from: string | null; readonly to: string | null } {
  return { from: startOfDay(from), to: startOfDay(to, 1) };
}

/** Returns the number of a control without the name of its framework. */
export function controlNumber(control: string): string {
  return control.slice(control.indexOf(':') + 1);
}
