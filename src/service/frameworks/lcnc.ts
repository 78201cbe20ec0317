import type { FrameworkTable } from './framework.ts';

/** OWASP list for low-code and no-code. */
export const LCNC: FrameworkTable = {
  about: 'OWASP Low-Code/No-Code Top 10',
  prefix: 'LCNC-SEC-',
  hides: 'Automations that were never sent, and settings of the platform for its makers.',
  controls: [
    { number: '01', title: 'Work under the account of another person' },
    { number: '02', title: 'Too many rights' },
    { number: '03', title: 'Data that leaks' },
    { number: '04', title: 'Sign-in and unprotected connections' },
    { number: '05', title: 'Wrong settings' },
    { number: '06', title: 'Data that becomes a command' },
    { number: '07', title: 'Components of others' },
    { number: '08', title: 'Data and secrets handled badly' },
    { number: '09', title: 'Automations that nobody manages' },
    { number: '10', title: 'Missing logs and monitoring' },
  ],
};
