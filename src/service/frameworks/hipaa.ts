import type { FrameworkTable } from './framework.ts';

/** HIPAA. */
export const HIPAA: FrameworkTable = {
  about: 'HIPAA, Privacy and Security Rule (45 CFR part 164)',
  prefix: 'HIPAA:',
  hides: 'Which data is health data, administrative and physical safeguards, contracts and notices.',
  controls: [
    { number: '164.312(a)(1)', title: 'Access control' },
    { number: '164.312(a)(2)(iv)', title: 'Encrypted data' },
    { number: '164.312(b)', title: 'Audit records' },
    { number: '164.312(c)(1)', title: 'Integrity' },
    { number: '164.312(d)', title: 'Sign-in' },
    { number: '164.312(e)(1)', title: 'Data on its way' },
    { number: '164.502(b)', title: 'No more data than needed' },
  ],
};
