/** Common parts of free scanner answers with a report. */
import type { AnswerShape } from '../../endpoint/route.ts';

/** Search engines must not list shared reports. */
export const REPORT_HEADERS = { 'X-Robots-Tag': 'noindex' } as const;

/** Answer of these endpoints. */
export const REPORT_ANSWER: AnswerShape = {
  description: 'The report.',
  message: 'flowarden.v1.ScanReport',
  headers: { 'X-Robots-Tag': 'Always `noindex`.' },
  example: {
    shareToken: '4eY0bTnq2LzXo8VhRk1dGm',
    score: 62,
    passed: false,
    platform: 'platform_1',
    fileName: 'Main.xaml',
    enforcementMode: 'advisory',
    validatedAt: '2026-03-02T09:41:07.312Z',
    summary: { critical: 0, high: 1, medium: 0, low: 0, total: 1 },
    findings: [
      {
        severity: 'high',
        category: 'reliability',
        rule: 'Empty catch block',
        location: 'Main.xaml › Process invoices › Try Catch',
        description:
          'The catch for System.Exception has no activities, so every error of this block disappears.',
      },
    ],
  },
};
