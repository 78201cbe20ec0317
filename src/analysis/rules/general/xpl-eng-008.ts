/** Reports a condition of the gate that fails. The gate itself reports it: no check sees the whole result. */
import { CONDITION } from '../../model/gate.ts';

export const rule = CONDITION;
