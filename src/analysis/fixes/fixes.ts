/** All fixes, by the rule whose findings they mend. */

import { fix as aabmnt003 } from './automation-anywhere/aab-mnt-003.ts';
import { fix as aabmnt005 } from './automation-anywhere/aab-mnt-005.ts';
import { fix as aabmnt009 } from './automation-anywhere/aab-mnt-009.ts';
import { fix as aabsec006 } from './automation-anywhere/aab-sec-006.ts';
import { fix as aabsec007 } from './automation-anywhere/aab-sec-007.ts';
import { fix as bprmnt002 } from './blue-prism/bpr-mnt-002.ts';
import { fix as bprmnt006 } from './blue-prism/bpr-mnt-006.ts';
import { fix as bprobs001 } from './blue-prism/bpr-obs-001.ts';
import { fix as bprprv001 } from './blue-prism/bpr-prv-001.ts';
import { fix as bprsec012 } from './blue-prism/bpr-sec-012.ts';
import { fix as padrel010 } from './desktop-flows/pad-rel-010.ts';
import { fix as padsec002 } from './desktop-flows/pad-sec-002.ts';
import { fix as padsec005 } from './desktop-flows/pad-sec-005.ts';
import type { Fix } from './fix.ts';
import { fix as xplsec004 } from './general/xpl-sec-004.ts';
import { fix as pafmnt003 } from './power-automate/paf-mnt-003.ts';
import { fix as pafprv001 } from './power-automate/paf-prv-001.ts';
import { fix as pafrel003 } from './power-automate/paf-rel-003.ts';
import { fix as pafrel005 } from './power-automate/paf-rel-005.ts';
import { fix as pafrel010 } from './power-automate/paf-rel-010.ts';
import { fix as pafrel017 } from './power-automate/paf-rel-017.ts';
import { fix as pafrel018 } from './power-automate/paf-rel-018.ts';
import { fix as pafrel019 } from './power-automate/paf-rel-019.ts';
import { fix as pafrel028 } from './power-automate/paf-rel-028.ts';
import { fix as pafsec004 } from './power-automate/paf-sec-004.ts';
import { fix as pafsec005 } from './power-automate/paf-sec-005.ts';
import { fix as pafsec023 } from './power-automate/paf-sec-023.ts';
import { fix as pafsec111 } from './power-automate/paf-sec-111.ts';
import { fix as uipmnt005 } from './uipath/uip-mnt-005.ts';
import { fix as uipmnt009 } from './uipath/uip-mnt-009.ts';
import { fix as uipobs002 } from './uipath/uip-obs-002.ts';
import { fix as uipprf005 } from './uipath/uip-prf-005.ts';
import { fix as uiprel001 } from './uipath/uip-rel-001.ts';
import { fix as uiprel003 } from './uipath/uip-rel-003.ts';
import { fix as uiprel005 } from './uipath/uip-rel-005.ts';
import { fix as uiprel008 } from './uipath/uip-rel-008.ts';
import { fix as uiprel041 } from './uipath/uip-rel-041.ts';
import { fix as uipsec011 } from './uipath/uip-sec-011.ts';
import { fix as uipsec012 } from './uipath/uip-sec-012.ts';
import { fix as uipsec019 } from './uipath/uip-sec-019.ts';
import { fix as uipsec023 } from './uipath/uip-sec-023.ts';
import { fix as uipsec024 } from './uipath/uip-sec-024.ts';
import { fix as uipsup001 } from './uipath/uip-sup-001.ts';
import { fix as uipsup007 } from './uipath/uip-sup-007.ts';

/** Every fix; one a rule. */
export const FIXES: readonly Fix[] = [
  aabmnt003,
  aabmnt005,
  aabmnt009,
  aabsec006,
  aabsec007,
  bprmnt002,
  bprmnt006,
  bprobs001,
  bprprv001,
  bprsec012,
  padrel010,
  padsec002,
  padsec005,
  xplsec004,
  pafmnt003,
  pafprv001,
  pafrel003,
  pafrel005,
  pafrel010,
  pafrel017,
  pafrel018,
  pafrel019,
  pafrel028,
  pafsec004,
  pafsec005,
  pafsec023,
  pafsec111,
  uipmnt005,
  uipmnt009,
  uipobs002,
  uipprf005,
  uiprel001,
  uiprel003,
  uiprel005,
  uiprel008,
  uiprel041,
  uipsec011,
  uipsec012,
  uipsec019,
  uipsec023,
  uipsec024,
  uipsup001,
  uipsup007,
];

const BY_RULE: ReadonlyMap<string, Fix> = new Map(FIXES.map((fix) => [fix.rule, fix]));

/** Returns the fix of a rule, if there is one. */
export const fixOf = (ruleId: string): Fix | undefined => BY_RULE.get(ruleId);

/** Returns whether a fix cannot change a run that succeeds today. */
export const isSafe = ({ consequence }: Fix): boolean => consequence === undefined;
