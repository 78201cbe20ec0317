/** Every rule. Generated from the folders by `npm run generate`; do not edit. */
import type { Rule } from '../model/rule.ts';
import { rule as aabCfg001 } from './automation-anywhere/aab-cfg-001.ts';
import { rule as aabCfg002 } from './automation-anywhere/aab-cfg-002.ts';
import { rule as aabCfg003 } from './automation-anywhere/aab-cfg-003.ts';
import { rule as aabMnt001 } from './automation-anywhere/aab-mnt-001.ts';
import { rule as aabMnt002 } from './automation-anywhere/aab-mnt-002.ts';
import { rule as aabMnt003 } from './automation-anywhere/aab-mnt-003.ts';
import { rule as aabMnt004 } from './automation-anywhere/aab-mnt-004.ts';
import { rule as aabMnt005 } from './automation-anywhere/aab-mnt-005.ts';
import { rule as aabMnt006 } from './automation-anywhere/aab-mnt-006.ts';
import { rule as aabMnt007 } from './automation-anywhere/aab-mnt-007.ts';
import { rule as aabMnt008 } from './automation-anywhere/aab-mnt-008.ts';
import { rule as aabMnt009 } from './automation-anywhere/aab-mnt-009.ts';
import { rule as aabMnt012 } from './automation-anywhere/aab-mnt-012.ts';
import { rule as aabNmg001 } from './automation-anywhere/aab-nmg-001.ts';
import { rule as aabNmg002 } from './automation-anywhere/aab-nmg-002.ts';
import { rule as aabObs001 } from './automation-anywhere/aab-obs-001.ts';
import { rule as aabPrf001 } from './automation-anywhere/aab-prf-001.ts';
import { rule as aabPrf002 } from './automation-anywhere/aab-prf-002.ts';
import { rule as aabPrv001 } from './automation-anywhere/aab-prv-001.ts';
import { rule as aabPrv002 } from './automation-anywhere/aab-prv-002.ts';
import { rule as aabRel001 } from './automation-anywhere/aab-rel-001.ts';
import { rule as aabRel002 } from './automation-anywhere/aab-rel-002.ts';
import { rule as aabRel003 } from './automation-anywhere/aab-rel-003.ts';
import { rule as aabRel004 } from './automation-anywhere/aab-rel-004.ts';
import { rule as aabRel005 } from './automation-anywhere/aab-rel-005.ts';
import { rule as aabRel006 } from './automation-anywhere/aab-rel-006.ts';
import { rule as aabRel007 } from './automation-anywhere/aab-rel-007.ts';
import { rule as aabRel008 } from './automation-anywhere/aab-rel-008.ts';
import { rule as aabRel010 } from './automation-anywhere/aab-rel-010.ts';
import { rule as aabRel011 } from './automation-anywhere/aab-rel-011.ts';
import { rule as aabRel012 } from './automation-anywhere/aab-rel-012.ts';
import { rule as aabRel013 } from './automation-anywhere/aab-rel-013.ts';
import { rule as aabRel014 } from './automation-anywhere/aab-rel-014.ts';
import { rule as aabRel015 } from './automation-anywhere/aab-rel-015.ts';
import { rule as aabRel016 } from './automation-anywhere/aab-rel-016.ts';
import { rule as aabRel017 } from './automation-anywhere/aab-rel-017.ts';
import { rule as aabRel018 } from './automation-anywhere/aab-rel-018.ts';
import { rule as aabRel019 } from './automation-anywhere/aab-rel-019.ts';
import { rule as aabRel020 } from './automation-anywhere/aab-rel-020.ts';
import { rule as aabRel021 } from './automation-anywhere/aab-rel-021.ts';
import { rule as aabRel022 } from './automation-anywhere/aab-rel-022.ts';
import { rule as aabRel023 } from './automation-anywhere/aab-rel-023.ts';
import { rule as aabRel024 } from './automation-anywhere/aab-rel-024.ts';
import { rule as aabSec001 } from './automation-anywhere/aab-sec-001.ts';
import { rule as aabSec002 } from './automation-anywhere/aab-sec-002.ts';
import { rule as aabSec003 } from './automation-anywhere/aab-sec-003.ts';
import { rule as aabSec004 } from './automation-anywhere/aab-sec-004.ts';
import { rule as aabSec005 } from './automation-anywhere/aab-sec-005.ts';
import { rule as aabSec006 } from './automation-anywhere/aab-sec-006.ts';
import { rule as aabSec007 } from './automation-anywhere/aab-sec-007.ts';
import { rule as aabSec008 } from './automation-anywhere/aab-sec-008.ts';
import { rule as aabSec009 } from './automation-anywhere/aab-sec-009.ts';
import { rule as aabSec010 } from './automation-anywhere/aab-sec-010.ts';
import { rule as aabSec011 } from './automation-anywhere/aab-sec-011.ts';
import { rule as aabSec012 } from './automation-anywhere/aab-sec-012.ts';
import { rule as aabSec013 } from './automation-anywhere/aab-sec-013.ts';
import { rule as aabSec014 } from './automation-anywhere/aab-sec-014.ts';
import { rule as aabSec015 } from './automation-anywhere/aab-sec-015.ts';
import { rule as aabSec016 } from './automation-anywhere/aab-sec-016.ts';
import { rule as aabSec017 } from './automation-anywhere/aab-sec-017.ts';
import { rule as aabSec018 } from './automation-anywhere/aab-sec-018.ts';
import { rule as aabSec019 } from './automation-anywhere/aab-sec-019.ts';
import { rule as aabSec020 } from './automation-anywhere/aab-sec-020.ts';
import { rule as aabSup001 } from './automation-anywhere/aab-sup-001.ts';
import { rule as aabSup003 } from './automation-anywhere/aab-sup-003.ts';
import { rule as aabSup004 } from './automation-anywhere/aab-sup-004.ts';
import { rule as bprCfg001 } from './blue-prism/bpr-cfg-001.ts';
import { rule as bprCfg002 } from './blue-prism/bpr-cfg-002.ts';
import { rule as bprCfg004 } from './blue-prism/bpr-cfg-004.ts';
import { rule as bprCmp001 } from './blue-prism/bpr-cmp-001.ts';
import { rule as bprMnt001 } from './blue-prism/bpr-mnt-001.ts';
import { rule as bprMnt002 } from './blue-prism/bpr-mnt-002.ts';
import { rule as bprMnt006 } from './blue-prism/bpr-mnt-006.ts';
import { rule as bprMnt007 } from './blue-prism/bpr-mnt-007.ts';
import { rule as bprMnt008 } from './blue-prism/bpr-mnt-008.ts';
import { rule as bprMnt009 } from './blue-prism/bpr-mnt-009.ts';
import { rule as bprMnt010 } from './blue-prism/bpr-mnt-010.ts';
import { rule as bprMnt011 } from './blue-prism/bpr-mnt-011.ts';
import { rule as bprNmg001 } from './blue-prism/bpr-nmg-001.ts';
import { rule as bprObs001 } from './blue-prism/bpr-obs-001.ts';
import { rule as bprObs002 } from './blue-prism/bpr-obs-002.ts';
import { rule as bprPrf002 } from './blue-prism/bpr-prf-002.ts';
import { rule as bprPrf003 } from './blue-prism/bpr-prf-003.ts';
import { rule as bprPrv001 } from './blue-prism/bpr-prv-001.ts';
import { rule as bprPrv002 } from './blue-prism/bpr-prv-002.ts';
import { rule as bprPrv003 } from './blue-prism/bpr-prv-003.ts';
import { rule as bprRel001 } from './blue-prism/bpr-rel-001.ts';
import { rule as bprRel002 } from './blue-prism/bpr-rel-002.ts';
import { rule as bprRel003 } from './blue-prism/bpr-rel-003.ts';
import { rule as bprRel004 } from './blue-prism/bpr-rel-004.ts';
import { rule as bprRel005 } from './blue-prism/bpr-rel-005.ts';
import { rule as bprRel006 } from './blue-prism/bpr-rel-006.ts';
import { rule as bprRel007 } from './blue-prism/bpr-rel-007.ts';
import { rule as bprRel008 } from './blue-prism/bpr-rel-008.ts';
import { rule as bprRel009 } from './blue-prism/bpr-rel-009.ts';
import { rule as bprRel010 } from './blue-prism/bpr-rel-010.ts';
import { rule as bprRel011 } from './blue-prism/bpr-rel-011.ts';
import { rule as bprRel012 } from './blue-prism/bpr-rel-012.ts';
import { rule as bprRel013 } from './blue-prism/bpr-rel-013.ts';
import { rule as bprRel014 } from './blue-prism/bpr-rel-014.ts';
import { rule as bprRel015 } from './blue-prism/bpr-rel-015.ts';
import { rule as bprRel016 } from './blue-prism/bpr-rel-016.ts';
import { rule as bprRel018 } from './blue-prism/bpr-rel-018.ts';
import { rule as bprRel019 } from './blue-prism/bpr-rel-019.ts';
import { rule as bprRel020 } from './blue-prism/bpr-rel-020.ts';
import { rule as bprRel022 } from './blue-prism/bpr-rel-022.ts';
import { rule as bprRel023 } from './blue-prism/bpr-rel-023.ts';
import { rule as bprRel024 } from './blue-prism/bpr-rel-024.ts';
import { rule as bprSec001 } from './blue-prism/bpr-sec-001.ts';
import { rule as bprSec002 } from './blue-prism/bpr-sec-002.ts';
import { rule as bprSec003 } from './blue-prism/bpr-sec-003.ts';
import { rule as bprSec004 } from './blue-prism/bpr-sec-004.ts';
import { rule as bprSec005 } from './blue-prism/bpr-sec-005.ts';
import { rule as bprSec006 } from './blue-prism/bpr-sec-006.ts';
import { rule as bprSec007 } from './blue-prism/bpr-sec-007.ts';
import { rule as bprSec008 } from './blue-prism/bpr-sec-008.ts';
import { rule as bprSec009 } from './blue-prism/bpr-sec-009.ts';
import { rule as bprSec010 } from './blue-prism/bpr-sec-010.ts';
import { rule as bprSec011 } from './blue-prism/bpr-sec-011.ts';
import { rule as bprSec012 } from './blue-prism/bpr-sec-012.ts';
import { rule as bprSec013 } from './blue-prism/bpr-sec-013.ts';
import { rule as bprSec014 } from './blue-prism/bpr-sec-014.ts';
import { rule as bprSec016 } from './blue-prism/bpr-sec-016.ts';
import { rule as bprSec017 } from './blue-prism/bpr-sec-017.ts';
import { rule as bprSec018 } from './blue-prism/bpr-sec-018.ts';
import { rule as xplCfg001 } from './general/xpl-cfg-001.ts';
import { rule as xplCmp001 } from './general/xpl-cmp-001.ts';
import { rule as xplCmp002 } from './general/xpl-cmp-002.ts';
import { rule as xplCmp003 } from './general/xpl-cmp-003.ts';
import { rule as xplCmp005 } from './general/xpl-cmp-005.ts';
import { rule as xplCmp006 } from './general/xpl-cmp-006.ts';
import { rule as xplEng001 } from './general/xpl-eng-001.ts';
import { rule as xplEng002 } from './general/xpl-eng-002.ts';
import { rule as xplEng005 } from './general/xpl-eng-005.ts';
import { rule as xplEng006 } from './general/xpl-eng-006.ts';
import { rule as xplEng007 } from './general/xpl-eng-007.ts';
import { rule as xplEng008 } from './general/xpl-eng-008.ts';
import { rule as xplEng009 } from './general/xpl-eng-009.ts';
import { rule as xplEng010 } from './general/xpl-eng-010.ts';
import { rule as xplEng011 } from './general/xpl-eng-011.ts';
import { rule as xplEng012 } from './general/xpl-eng-012.ts';
import { rule as xplMnt002 } from './general/xpl-mnt-002.ts';
import { rule as xplMnt003 } from './general/xpl-mnt-003.ts';
import { rule as xplMnt004 } from './general/xpl-mnt-004.ts';
import { rule as xplObs002 } from './general/xpl-obs-002.ts';
import { rule as xplPrv001 } from './general/xpl-prv-001.ts';
import { rule as xplPrv002 } from './general/xpl-prv-002.ts';
import { rule as xplPrv003 } from './general/xpl-prv-003.ts';
import { rule as xplPrv004 } from './general/xpl-prv-004.ts';
import { rule as xplPrv005 } from './general/xpl-prv-005.ts';
import { rule as xplPrv006 } from './general/xpl-prv-006.ts';
import { rule as xplPrv007 } from './general/xpl-prv-007.ts';
import { rule as xplRel001 } from './general/xpl-rel-001.ts';
import { rule as xplRel003 } from './general/xpl-rel-003.ts';
import { rule as xplRel004 } from './general/xpl-rel-004.ts';
import { rule as xplRel005 } from './general/xpl-rel-005.ts';
import { rule as xplRel006 } from './general/xpl-rel-006.ts';
import { rule as xplRel007 } from './general/xpl-rel-007.ts';
import { rule as xplRel008 } from './general/xpl-rel-008.ts';
import { rule as xplRel009 } from './general/xpl-rel-009.ts';
import { rule as xplRel010 } from './general/xpl-rel-010.ts';
import { rule as xplRel011 } from './general/xpl-rel-011.ts';
import { rule as xplRel012 } from './general/xpl-rel-012.ts';
import { rule as xplRel013 } from './general/xpl-rel-013.ts';
import { rule as xplSec001 } from './general/xpl-sec-001.ts';
import { rule as xplSec002 } from './general/xpl-sec-002.ts';
import { rule as xplSec003 } from './general/xpl-sec-003.ts';
import { rule as xplSec004 } from './general/xpl-sec-004.ts';
import { rule as xplSec005 } from './general/xpl-sec-005.ts';
import { rule as xplSec006 } from './general/xpl-sec-006.ts';
import { rule as xplSec007 } from './general/xpl-sec-007.ts';
import { rule as xplSec008 } from './general/xpl-sec-008.ts';
import { rule as xplSec009 } from './general/xpl-sec-009.ts';
import { rule as xplSec010 } from './general/xpl-sec-010.ts';
import { rule as xplSec011 } from './general/xpl-sec-011.ts';
import { rule as xplSec012 } from './general/xpl-sec-012.ts';
import { rule as xplSec013 } from './general/xpl-sec-013.ts';
import { rule as xplSec014 } from './general/xpl-sec-014.ts';
import { rule as xplSec015 } from './general/xpl-sec-015.ts';
import { rule as xplSec016 } from './general/xpl-sec-016.ts';
import { rule as xplSec017 } from './general/xpl-sec-017.ts';
import { rule as xplSec018 } from './general/xpl-sec-018.ts';
import { rule as xplSec019 } from './general/xpl-sec-019.ts';
import { rule as xplSec020 } from './general/xpl-sec-020.ts';
import { rule as xplSec023 } from './general/xpl-sec-023.ts';
import { rule as xplSec031 } from './general/xpl-sec-031.ts';
import { rule as padCfg001 } from './power-automate/pad-cfg-001.ts';
import { rule as padMnt001 } from './power-automate/pad-mnt-001.ts';
import { rule as padPrv001 } from './power-automate/pad-prv-001.ts';
import { rule as padRel001 } from './power-automate/pad-rel-001.ts';
import { rule as padRel002 } from './power-automate/pad-rel-002.ts';
import { rule as padRel003 } from './power-automate/pad-rel-003.ts';
import { rule as padRel004 } from './power-automate/pad-rel-004.ts';
import { rule as padRel005 } from './power-automate/pad-rel-005.ts';
import { rule as padRel006 } from './power-automate/pad-rel-006.ts';
import { rule as padRel007 } from './power-automate/pad-rel-007.ts';
import { rule as padRel008 } from './power-automate/pad-rel-008.ts';
import { rule as padRel009 } from './power-automate/pad-rel-009.ts';
import { rule as padRel010 } from './power-automate/pad-rel-010.ts';
import { rule as padRel011 } from './power-automate/pad-rel-011.ts';
import { rule as padSec001 } from './power-automate/pad-sec-001.ts';
import { rule as padSec002 } from './power-automate/pad-sec-002.ts';
import { rule as padSec003 } from './power-automate/pad-sec-003.ts';
import { rule as padSec004 } from './power-automate/pad-sec-004.ts';
import { rule as padSec005 } from './power-automate/pad-sec-005.ts';
import { rule as pafCfg001 } from './power-automate/paf-cfg-001.ts';
import { rule as pafCfg002 } from './power-automate/paf-cfg-002.ts';
import { rule as pafCfg003 } from './power-automate/paf-cfg-003.ts';
import { rule as pafCfg004 } from './power-automate/paf-cfg-004.ts';
import { rule as pafCfg006 } from './power-automate/paf-cfg-006.ts';
import { rule as pafCfg007 } from './power-automate/paf-cfg-007.ts';
import { rule as pafCmp001 } from './power-automate/paf-cmp-001.ts';
import { rule as pafCmp002 } from './power-automate/paf-cmp-002.ts';
import { rule as pafCmp003 } from './power-automate/paf-cmp-003.ts';
import { rule as pafCmp004 } from './power-automate/paf-cmp-004.ts';
import { rule as pafMnt001 } from './power-automate/paf-mnt-001.ts';
import { rule as pafMnt002 } from './power-automate/paf-mnt-002.ts';
import { rule as pafMnt003 } from './power-automate/paf-mnt-003.ts';
import { rule as pafMnt004 } from './power-automate/paf-mnt-004.ts';
import { rule as pafMnt005 } from './power-automate/paf-mnt-005.ts';
import { rule as pafMnt007 } from './power-automate/paf-mnt-007.ts';
import { rule as pafMnt008 } from './power-automate/paf-mnt-008.ts';
import { rule as pafMnt009 } from './power-automate/paf-mnt-009.ts';
import { rule as pafMnt010 } from './power-automate/paf-mnt-010.ts';
import { rule as pafMnt011 } from './power-automate/paf-mnt-011.ts';
import { rule as pafNmg001 } from './power-automate/paf-nmg-001.ts';
import { rule as pafNmg002 } from './power-automate/paf-nmg-002.ts';
import { rule as pafObs001 } from './power-automate/paf-obs-001.ts';
import { rule as pafObs002 } from './power-automate/paf-obs-002.ts';
import { rule as pafPrf002 } from './power-automate/paf-prf-002.ts';
import { rule as pafPrf004 } from './power-automate/paf-prf-004.ts';
import { rule as pafPrf005 } from './power-automate/paf-prf-005.ts';
import { rule as pafPrf006 } from './power-automate/paf-prf-006.ts';
import { rule as pafPrv001 } from './power-automate/paf-prv-001.ts';
import { rule as pafPrv002 } from './power-automate/paf-prv-002.ts';
import { rule as pafPrv003 } from './power-automate/paf-prv-003.ts';
import { rule as pafPrv004 } from './power-automate/paf-prv-004.ts';
import { rule as pafPrv005 } from './power-automate/paf-prv-005.ts';
import { rule as pafPrv006 } from './power-automate/paf-prv-006.ts';
import { rule as pafRel001 } from './power-automate/paf-rel-001.ts';
import { rule as pafRel002 } from './power-automate/paf-rel-002.ts';
import { rule as pafRel003 } from './power-automate/paf-rel-003.ts';
import { rule as pafRel005 } from './power-automate/paf-rel-005.ts';
import { rule as pafRel006 } from './power-automate/paf-rel-006.ts';
import { rule as pafRel007 } from './power-automate/paf-rel-007.ts';
import { rule as pafRel008 } from './power-automate/paf-rel-008.ts';
import { rule as pafRel009 } from './power-automate/paf-rel-009.ts';
import { rule as pafRel010 } from './power-automate/paf-rel-010.ts';
import { rule as pafRel011 } from './power-automate/paf-rel-011.ts';
import { rule as pafRel012 } from './power-automate/paf-rel-012.ts';
import { rule as pafRel013 } from './power-automate/paf-rel-013.ts';
import { rule as pafRel014 } from './power-automate/paf-rel-014.ts';
import { rule as pafRel015 } from './power-automate/paf-rel-015.ts';
import { rule as pafRel016 } from './power-automate/paf-rel-016.ts';
import { rule as pafRel017 } from './power-automate/paf-rel-017.ts';
import { rule as pafRel018 } from './power-automate/paf-rel-018.ts';
import { rule as pafRel019 } from './power-automate/paf-rel-019.ts';
import { rule as pafRel020 } from './power-automate/paf-rel-020.ts';
import { rule as pafRel022 } from './power-automate/paf-rel-022.ts';
import { rule as pafRel023 } from './power-automate/paf-rel-023.ts';
import { rule as pafRel024 } from './power-automate/paf-rel-024.ts';
import { rule as pafRel025 } from './power-automate/paf-rel-025.ts';
import { rule as pafRel026 } from './power-automate/paf-rel-026.ts';
import { rule as pafRel027 } from './power-automate/paf-rel-027.ts';
import { rule as pafRel028 } from './power-automate/paf-rel-028.ts';
import { rule as pafRel029 } from './power-automate/paf-rel-029.ts';
import { rule as pafRel030 } from './power-automate/paf-rel-030.ts';
import { rule as pafSec001 } from './power-automate/paf-sec-001.ts';
import { rule as pafSec002 } from './power-automate/paf-sec-002.ts';
import { rule as pafSec003 } from './power-automate/paf-sec-003.ts';
import { rule as pafSec004 } from './power-automate/paf-sec-004.ts';
import { rule as pafSec005 } from './power-automate/paf-sec-005.ts';
import { rule as pafSec006 } from './power-automate/paf-sec-006.ts';
import { rule as pafSec007 } from './power-automate/paf-sec-007.ts';
import { rule as pafSec008 } from './power-automate/paf-sec-008.ts';
import { rule as pafSec009 } from './power-automate/paf-sec-009.ts';
import { rule as pafSec010 } from './power-automate/paf-sec-010.ts';
import { rule as pafSec011 } from './power-automate/paf-sec-011.ts';
import { rule as pafSec012 } from './power-automate/paf-sec-012.ts';
import { rule as pafSec013 } from './power-automate/paf-sec-013.ts';
import { rule as pafSec014 } from './power-automate/paf-sec-014.ts';
import { rule as pafSec015 } from './power-automate/paf-sec-015.ts';
import { rule as pafSec016 } from './power-automate/paf-sec-016.ts';
import { rule as pafSec017 } from './power-automate/paf-sec-017.ts';
import { rule as pafSec018 } from './power-automate/paf-sec-018.ts';
import { rule as pafSec019 } from './power-automate/paf-sec-019.ts';
import { rule as pafSec020 } from './power-automate/paf-sec-020.ts';
import { rule as pafSec021 } from './power-automate/paf-sec-021.ts';
import { rule as pafSec023 } from './power-automate/paf-sec-023.ts';
import { rule as pafSec024 } from './power-automate/paf-sec-024.ts';
import { rule as pafSec025 } from './power-automate/paf-sec-025.ts';
import { rule as pafSec026 } from './power-automate/paf-sec-026.ts';
import { rule as pafSec027 } from './power-automate/paf-sec-027.ts';
import { rule as pafSec028 } from './power-automate/paf-sec-028.ts';
import { rule as pafSec101 } from './power-automate/paf-sec-101.ts';
import { rule as pafSec102 } from './power-automate/paf-sec-102.ts';
import { rule as pafSec103 } from './power-automate/paf-sec-103.ts';
import { rule as pafSec104 } from './power-automate/paf-sec-104.ts';
import { rule as pafSec105 } from './power-automate/paf-sec-105.ts';
import { rule as pafSec106 } from './power-automate/paf-sec-106.ts';
import { rule as pafSec107 } from './power-automate/paf-sec-107.ts';
import { rule as pafSec108 } from './power-automate/paf-sec-108.ts';
import { rule as pafSec109 } from './power-automate/paf-sec-109.ts';
import { rule as pafSec111 } from './power-automate/paf-sec-111.ts';
import { rule as pafSec112 } from './power-automate/paf-sec-112.ts';
import { rule as pafSec113 } from './power-automate/paf-sec-113.ts';
import { rule as pafSec114 } from './power-automate/paf-sec-114.ts';
import { rule as pafSec115 } from './power-automate/paf-sec-115.ts';
import { rule as pafSec116 } from './power-automate/paf-sec-116.ts';
import { rule as uipCfg001 } from './uipath/uip-cfg-001.ts';
import { rule as uipCfg002 } from './uipath/uip-cfg-002.ts';
import { rule as uipCfg003 } from './uipath/uip-cfg-003.ts';
import { rule as uipCfg004 } from './uipath/uip-cfg-004.ts';
import { rule as uipCfg005 } from './uipath/uip-cfg-005.ts';
import { rule as uipCfg006 } from './uipath/uip-cfg-006.ts';
import { rule as uipCfg007 } from './uipath/uip-cfg-007.ts';
import { rule as uipCfg008 } from './uipath/uip-cfg-008.ts';
import { rule as uipCmp001 } from './uipath/uip-cmp-001.ts';
import { rule as uipCmp002 } from './uipath/uip-cmp-002.ts';
import { rule as uipCmp003 } from './uipath/uip-cmp-003.ts';
import { rule as uipCmp004 } from './uipath/uip-cmp-004.ts';
import { rule as uipMnt001 } from './uipath/uip-mnt-001.ts';
import { rule as uipMnt002 } from './uipath/uip-mnt-002.ts';
import { rule as uipMnt004 } from './uipath/uip-mnt-004.ts';
import { rule as uipMnt005 } from './uipath/uip-mnt-005.ts';
import { rule as uipMnt006 } from './uipath/uip-mnt-006.ts';
import { rule as uipMnt007 } from './uipath/uip-mnt-007.ts';
import { rule as uipMnt008 } from './uipath/uip-mnt-008.ts';
import { rule as uipMnt009 } from './uipath/uip-mnt-009.ts';
import { rule as uipMnt010 } from './uipath/uip-mnt-010.ts';
import { rule as uipMnt012 } from './uipath/uip-mnt-012.ts';
import { rule as uipMnt015 } from './uipath/uip-mnt-015.ts';
import { rule as uipMnt016 } from './uipath/uip-mnt-016.ts';
import { rule as uipMnt101 } from './uipath/uip-mnt-101.ts';
import { rule as uipNmg001 } from './uipath/uip-nmg-001.ts';
import { rule as uipNmg002 } from './uipath/uip-nmg-002.ts';
import { rule as uipNmg003 } from './uipath/uip-nmg-003.ts';
import { rule as uipNmg004 } from './uipath/uip-nmg-004.ts';
import { rule as uipNmg005 } from './uipath/uip-nmg-005.ts';
import { rule as uipObs001 } from './uipath/uip-obs-001.ts';
import { rule as uipObs002 } from './uipath/uip-obs-002.ts';
import { rule as uipObs003 } from './uipath/uip-obs-003.ts';
import { rule as uipObs101 } from './uipath/uip-obs-101.ts';
import { rule as uipObs102 } from './uipath/uip-obs-102.ts';
import { rule as uipPrf001 } from './uipath/uip-prf-001.ts';
import { rule as uipPrf002 } from './uipath/uip-prf-002.ts';
import { rule as uipPrf003 } from './uipath/uip-prf-003.ts';
import { rule as uipPrf004 } from './uipath/uip-prf-004.ts';
import { rule as uipPrf005 } from './uipath/uip-prf-005.ts';
import { rule as uipPrv001 } from './uipath/uip-prv-001.ts';
import { rule as uipPrv004 } from './uipath/uip-prv-004.ts';
import { rule as uipRel001 } from './uipath/uip-rel-001.ts';
import { rule as uipRel002 } from './uipath/uip-rel-002.ts';
import { rule as uipRel003 } from './uipath/uip-rel-003.ts';
import { rule as uipRel004 } from './uipath/uip-rel-004.ts';
import { rule as uipRel005 } from './uipath/uip-rel-005.ts';
import { rule as uipRel006 } from './uipath/uip-rel-006.ts';
import { rule as uipRel007 } from './uipath/uip-rel-007.ts';
import { rule as uipRel008 } from './uipath/uip-rel-008.ts';
import { rule as uipRel009 } from './uipath/uip-rel-009.ts';
import { rule as uipRel010 } from './uipath/uip-rel-010.ts';
import { rule as uipRel011 } from './uipath/uip-rel-011.ts';
import { rule as uipRel012 } from './uipath/uip-rel-012.ts';
import { rule as uipRel013 } from './uipath/uip-rel-013.ts';
import { rule as uipRel014 } from './uipath/uip-rel-014.ts';
import { rule as uipRel015 } from './uipath/uip-rel-015.ts';
import { rule as uipRel016 } from './uipath/uip-rel-016.ts';
import { rule as uipRel017 } from './uipath/uip-rel-017.ts';
import { rule as uipRel018 } from './uipath/uip-rel-018.ts';
import { rule as uipRel019 } from './uipath/uip-rel-019.ts';
import { rule as uipRel020 } from './uipath/uip-rel-020.ts';
import { rule as uipRel021 } from './uipath/uip-rel-021.ts';
import { rule as uipRel022 } from './uipath/uip-rel-022.ts';
import { rule as uipRel023 } from './uipath/uip-rel-023.ts';
import { rule as uipRel024 } from './uipath/uip-rel-024.ts';
import { rule as uipRel025 } from './uipath/uip-rel-025.ts';
import { rule as uipRel026 } from './uipath/uip-rel-026.ts';
import { rule as uipRel027 } from './uipath/uip-rel-027.ts';
import { rule as uipRel028 } from './uipath/uip-rel-028.ts';
import { rule as uipRel029 } from './uipath/uip-rel-029.ts';
import { rule as uipRel030 } from './uipath/uip-rel-030.ts';
import { rule as uipRel031 } from './uipath/uip-rel-031.ts';
import { rule as uipRel032 } from './uipath/uip-rel-032.ts';
import { rule as uipRel033 } from './uipath/uip-rel-033.ts';
import { rule as uipRel034 } from './uipath/uip-rel-034.ts';
import { rule as uipRel035 } from './uipath/uip-rel-035.ts';
import { rule as uipRel040 } from './uipath/uip-rel-040.ts';
import { rule as uipRel041 } from './uipath/uip-rel-041.ts';
import { rule as uipRel042 } from './uipath/uip-rel-042.ts';
import { rule as uipRel043 } from './uipath/uip-rel-043.ts';
import { rule as uipRel044 } from './uipath/uip-rel-044.ts';
import { rule as uipRel045 } from './uipath/uip-rel-045.ts';
import { rule as uipRel046 } from './uipath/uip-rel-046.ts';
import { rule as uipRel047 } from './uipath/uip-rel-047.ts';
import { rule as uipRel048 } from './uipath/uip-rel-048.ts';
import { rule as uipRel049 } from './uipath/uip-rel-049.ts';
import { rule as uipRel050 } from './uipath/uip-rel-050.ts';
import { rule as uipRel051 } from './uipath/uip-rel-051.ts';
import { rule as uipRel052 } from './uipath/uip-rel-052.ts';
import { rule as uipRel053 } from './uipath/uip-rel-053.ts';
import { rule as uipRel054 } from './uipath/uip-rel-054.ts';
import { rule as uipRel055 } from './uipath/uip-rel-055.ts';
import { rule as uipRel056 } from './uipath/uip-rel-056.ts';
import { rule as uipRel057 } from './uipath/uip-rel-057.ts';
import { rule as uipRel061 } from './uipath/uip-rel-061.ts';
import { rule as uipRel101 } from './uipath/uip-rel-101.ts';
import { rule as uipRel102 } from './uipath/uip-rel-102.ts';
import { rule as uipRel103 } from './uipath/uip-rel-103.ts';
import { rule as uipRel104 } from './uipath/uip-rel-104.ts';
import { rule as uipRel105 } from './uipath/uip-rel-105.ts';
import { rule as uipRel106 } from './uipath/uip-rel-106.ts';
import { rule as uipRel107 } from './uipath/uip-rel-107.ts';
import { rule as uipRel108 } from './uipath/uip-rel-108.ts';
import { rule as uipRel109 } from './uipath/uip-rel-109.ts';
import { rule as uipRel110 } from './uipath/uip-rel-110.ts';
import { rule as uipRel111 } from './uipath/uip-rel-111.ts';
import { rule as uipRel112 } from './uipath/uip-rel-112.ts';
import { rule as uipRel113 } from './uipath/uip-rel-113.ts';
import { rule as uipRel114 } from './uipath/uip-rel-114.ts';
import { rule as uipRel115 } from './uipath/uip-rel-115.ts';
import { rule as uipRel116 } from './uipath/uip-rel-116.ts';
import { rule as uipRel117 } from './uipath/uip-rel-117.ts';
import { rule as uipRel121 } from './uipath/uip-rel-121.ts';
import { rule as uipRel122 } from './uipath/uip-rel-122.ts';
import { rule as uipRel123 } from './uipath/uip-rel-123.ts';
import { rule as uipRel124 } from './uipath/uip-rel-124.ts';
import { rule as uipRel125 } from './uipath/uip-rel-125.ts';
import { rule as uipRel126 } from './uipath/uip-rel-126.ts';
import { rule as uipRel127 } from './uipath/uip-rel-127.ts';
import { rule as uipRel128 } from './uipath/uip-rel-128.ts';
import { rule as uipRel129 } from './uipath/uip-rel-129.ts';
import { rule as uipRel130 } from './uipath/uip-rel-130.ts';
import { rule as uipRel131 } from './uipath/uip-rel-131.ts';
import { rule as uipRel132 } from './uipath/uip-rel-132.ts';
import { rule as uipRel133 } from './uipath/uip-rel-133.ts';
import { rule as uipSec001 } from './uipath/uip-sec-001.ts';
import { rule as uipSec002 } from './uipath/uip-sec-002.ts';
import { rule as uipSec003 } from './uipath/uip-sec-003.ts';
import { rule as uipSec004 } from './uipath/uip-sec-004.ts';
import { rule as uipSec005 } from './uipath/uip-sec-005.ts';
import { rule as uipSec006 } from './uipath/uip-sec-006.ts';
import { rule as uipSec007 } from './uipath/uip-sec-007.ts';
import { rule as uipSec008 } from './uipath/uip-sec-008.ts';
import { rule as uipSec009 } from './uipath/uip-sec-009.ts';
import { rule as uipSec010 } from './uipath/uip-sec-010.ts';
import { rule as uipSec011 } from './uipath/uip-sec-011.ts';
import { rule as uipSec012 } from './uipath/uip-sec-012.ts';
import { rule as uipSec013 } from './uipath/uip-sec-013.ts';
import { rule as uipSec014 } from './uipath/uip-sec-014.ts';
import { rule as uipSec015 } from './uipath/uip-sec-015.ts';
import { rule as uipSec016 } from './uipath/uip-sec-016.ts';
import { rule as uipSec017 } from './uipath/uip-sec-017.ts';
import { rule as uipSec018 } from './uipath/uip-sec-018.ts';
import { rule as uipSec019 } from './uipath/uip-sec-019.ts';
import { rule as uipSec020 } from './uipath/uip-sec-020.ts';
import { rule as uipSec021 } from './uipath/uip-sec-021.ts';
import { rule as uipSec022 } from './uipath/uip-sec-022.ts';
import { rule as uipSec023 } from './uipath/uip-sec-023.ts';
import { rule as uipSec024 } from './uipath/uip-sec-024.ts';
import { rule as uipSec026 } from './uipath/uip-sec-026.ts';
import { rule as uipSec101 } from './uipath/uip-sec-101.ts';
import { rule as uipSec102 } from './uipath/uip-sec-102.ts';
import { rule as uipSec103 } from './uipath/uip-sec-103.ts';
import { rule as uipSec104 } from './uipath/uip-sec-104.ts';
import { rule as uipSec105 } from './uipath/uip-sec-105.ts';
import { rule as uipSec106 } from './uipath/uip-sec-106.ts';
import { rule as uipSec107 } from './uipath/uip-sec-107.ts';
import { rule as uipSec108 } from './uipath/uip-sec-108.ts';
import { rule as uipSup001 } from './uipath/uip-sup-001.ts';
import { rule as uipSup002 } from './uipath/uip-sup-002.ts';
import { rule as uipSup003 } from './uipath/uip-sup-003.ts';
import { rule as uipSup005 } from './uipath/uip-sup-005.ts';
import { rule as uipSup007 } from './uipath/uip-sup-007.ts';
import { rule as uipSup008 } from './uipath/uip-sup-008.ts';
import { rule as uipSup009 } from './uipath/uip-sup-009.ts';
import { rule as uipSup010 } from './uipath/uip-sup-010.ts';

/** The whole catalogue. */
export const RULES: readonly Rule[] = [
  xplCfg001,
  xplCmp001,
  xplCmp002,
  xplCmp003,
  xplCmp005,
  xplCmp006,
  xplEng001,
  xplEng002,
  xplEng005,
  xplEng006,
  xplEng007,
  xplEng008,
  xplEng009,
  xplEng010,
  xplEng011,
  xplEng012,
  xplMnt002,
  xplMnt003,
  xplMnt004,
  xplObs002,
  xplPrv001,
  xplPrv002,
  xplPrv003,
  xplPrv004,
  xplPrv005,
  xplPrv006,
  xplPrv007,
  xplRel001,
  xplRel003,
  xplRel004,
  xplRel005,
  xplRel006,
  xplRel007,
  xplRel008,
  xplRel009,
  xplRel010,
  xplRel011,
  xplRel012,
  xplRel013,
  xplSec001,
  xplSec002,
  xplSec003,
  xplSec004,
  xplSec005,
  xplSec006,
  xplSec007,
  xplSec008,
  xplSec009,
  xplSec010,
  xplSec011,
  xplSec012,
  xplSec013,
  xplSec014,
  xplSec015,
  xplSec016,
  xplSec017,
  xplSec018,
  xplSec019,
  xplSec020,
  xplSec023,
  xplSec031,
  uipCfg001,
  uipCfg002,
  uipCfg003,
  uipCfg004,
  uipCfg005,
  uipCfg006,
  uipCfg007,
  uipCfg008,
  uipCmp001,
  uipCmp002,
  uipCmp003,
  uipCmp004,
  uipMnt001,
  uipMnt002,
  uipMnt004,
  uipMnt005,
  uipMnt006,
  uipMnt007,
  uipMnt008,
  uipMnt009,
  uipMnt010,
  uipMnt012,
  uipMnt015,
  uipMnt016,
  uipMnt101,
  uipNmg001,
  uipNmg002,
  uipNmg003,
  uipNmg004,
  uipNmg005,
  uipObs001,
  uipObs002,
  uipObs003,
  uipObs101,
  uipObs102,
  uipPrf001,
  uipPrf002,
  uipPrf003,
  uipPrf004,
  uipPrf005,
  uipPrv001,
  uipPrv004,
  uipRel001,
  uipRel002,
  uipRel003,
  uipRel004,
  uipRel005,
  uipRel006,
  uipRel007,
  uipRel008,
  uipRel009,
  uipRel010,
  uipRel011,
  uipRel012,
  uipRel013,
  uipRel014,
  uipRel015,
  uipRel016,
  uipRel017,
  uipRel018,
  uipRel019,
  uipRel020,
  uipRel021,
  uipRel022,
  uipRel023,
  uipRel024,
  uipRel025,
  uipRel026,
  uipRel027,
  uipRel028,
  uipRel029,
  uipRel030,
  uipRel031,
  uipRel032,
  uipRel033,
  uipRel034,
  uipRel035,
  uipRel040,
  uipRel041,
  uipRel042,
  uipRel043,
  uipRel044,
  uipRel045,
  uipRel046,
  uipRel047,
  uipRel048,
  uipRel049,
  uipRel050,
  uipRel051,
  uipRel052,
  uipRel053,
  uipRel054,
  uipRel055,
  uipRel056,
  uipRel057,
  uipRel061,
  uipRel101,
  uipRel102,
  uipRel103,
  uipRel104,
  uipRel105,
  uipRel106,
  uipRel107,
  uipRel108,
  uipRel109,
  uipRel110,
  uipRel111,
  uipRel112,
  uipRel113,
  uipRel114,
  uipRel115,
  uipRel116,
  uipRel117,
  uipRel121,
  uipRel122,
  uipRel123,
  uipRel124,
  uipRel125,
  uipRel126,
  uipRel127,
  uipRel128,
  uipRel129,
  uipRel130,
  uipRel131,
  uipRel132,
  uipRel133,
  uipSec001,
  uipSec002,
  uipSec003,
  uipSec004,
  uipSec005,
  uipSec006,
  uipSec007,
  uipSec008,
  uipSec009,
  uipSec010,
  uipSec011,
  uipSec012,
  uipSec013,
  uipSec014,
  uipSec015,
  uipSec016,
  uipSec017,
  uipSec018,
  uipSec019,
  uipSec020,
  uipSec021,
  uipSec022,
  uipSec023,
  uipSec024,
  uipSec026,
  uipSec101,
  uipSec102,
  uipSec103,
  uipSec104,
  uipSec105,
  uipSec106,
  uipSec107,
  uipSec108,
  uipSup001,
  uipSup002,
  uipSup003,
  uipSup005,
  uipSup007,
  uipSup008,
  uipSup009,
  uipSup010,
  padCfg001,
  padMnt001,
  padPrv001,
  padRel001,
  padRel002,
  padRel003,
  padRel004,
  padRel005,
  padRel006,
  padRel007,
  padRel008,
  padRel009,
  padRel010,
  padRel011,
  padSec001,
  padSec002,
  padSec003,
  padSec004,
  padSec005,
  pafCfg001,
  pafCfg002,
  pafCfg003,
  pafCfg004,
  pafCfg006,
  pafCfg007,
  pafCmp001,
  pafCmp002,
  pafCmp003,
  pafCmp004,
  pafMnt001,
  pafMnt002,
  pafMnt003,
  pafMnt004,
  pafMnt005,
  pafMnt007,
  pafMnt008,
  pafMnt009,
  pafMnt010,
  pafMnt011,
  pafNmg001,
  pafNmg002,
  pafObs001,
  pafObs002,
  pafPrf002,
  pafPrf004,
  pafPrf005,
  pafPrf006,
  pafPrv001,
  pafPrv002,
  pafPrv003,
  pafPrv004,
  pafPrv005,
  pafPrv006,
  pafRel001,
  pafRel002,
  pafRel003,
  pafRel005,
  pafRel006,
  pafRel007,
  pafRel008,
  pafRel009,
  pafRel010,
  pafRel011,
  pafRel012,
  pafRel013,
  pafRel014,
  pafRel015,
  pafRel016,
  pafRel017,
  pafRel018,
  pafRel019,
  pafRel020,
  pafRel022,
  pafRel023,
  pafRel024,
  pafRel025,
  pafRel026,
  pafRel027,
  pafRel028,
  pafRel029,
  pafRel030,
  pafSec001,
  pafSec002,
  pafSec003,
  pafSec004,
  pafSec005,
  pafSec006,
  pafSec007,
  pafSec008,
  pafSec009,
  pafSec010,
  pafSec011,
  pafSec012,
  pafSec013,
  pafSec014,
  pafSec015,
  pafSec016,
  pafSec017,
  pafSec018,
  pafSec019,
  pafSec020,
  pafSec021,
  pafSec023,
  pafSec024,
  pafSec025,
  pafSec026,
  pafSec027,
  pafSec028,
  pafSec101,
  pafSec102,
  pafSec103,
  pafSec104,
  pafSec105,
  pafSec106,
  pafSec107,
  pafSec108,
  pafSec109,
  pafSec111,
  pafSec112,
  pafSec113,
  pafSec114,
  pafSec115,
  pafSec116,
  aabCfg001,
  aabCfg002,
  aabCfg003,
  aabMnt001,
  aabMnt002,
  aabMnt003,
  aabMnt004,
  aabMnt005,
  aabMnt006,
  aabMnt007,
  aabMnt008,
  aabMnt009,
  aabMnt012,
  aabNmg001,
  aabNmg002,
  aabObs001,
  aabPrf001,
  aabPrf002,
  aabPrv001,
  aabPrv002,
  aabRel001,
  aabRel002,
  aabRel003,
  aabRel004,
  aabRel005,
  aabRel006,
  aabRel007,
  aabRel008,
  aabRel010,
  aabRel011,
  aabRel012,
  aabRel013,
  aabRel014,
  aabRel015,
  aabRel016,
  aabRel017,
  aabRel018,
  aabRel019,
  aabRel020,
  aabRel021,
  aabRel022,
  aabRel023,
  aabRel024,
  aabSec001,
  aabSec002,
  aabSec003,
  aabSec004,
  aabSec005,
  aabSec006,
  aabSec007,
  aabSec008,
  aabSec009,
  aabSec010,
  aabSec011,
  aabSec012,
  aabSec013,
  aabSec014,
  aabSec015,
  aabSec016,
  aabSec017,
  aabSec018,
  aabSec019,
  aabSec020,
  aabSup001,
  aabSup003,
  aabSup004,
  bprCfg001,
  bprCfg002,
  bprCfg004,
  bprCmp001,
  bprMnt001,
  bprMnt002,
  bprMnt006,
  bprMnt007,
  bprMnt008,
  bprMnt009,
  bprMnt010,
  bprMnt011,
  bprNmg001,
  bprObs001,
  bprObs002,
  bprPrf002,
  bprPrf003,
  bprPrv001,
  bprPrv002,
  bprPrv003,
  bprRel001,
  bprRel002,
  bprRel003,
  bprRel004,
  bprRel005,
  bprRel006,
  bprRel007,
  bprRel008,
  bprRel009,
  bprRel010,
  bprRel011,
  bprRel012,
  bprRel013,
  bprRel014,
  bprRel015,
  bprRel016,
  bprRel018,
  bprRel019,
  bprRel020,
  bprRel022,
  bprRel023,
  bprRel024,
  bprSec001,
  bprSec002,
  bprSec003,
  bprSec004,
  bprSec005,
  bprSec006,
  bprSec007,
  bprSec008,
  bprSec009,
  bprSec010,
  bprSec011,
  bprSec012,
  bprSec013,
  bprSec014,
  bprSec016,
  bprSec017,
  bprSec018,
];
